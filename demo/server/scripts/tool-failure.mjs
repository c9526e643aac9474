/** @import { Script } from '../run/types.mjs' */

/** @type {Script} */
export const toolFailure = {
  id: 'recovery',
  title: 'A tool fails, the run goes on',
  title_tr: 'Bir araç başarısız olur, çalışma sürer',
  description: 'The live numbers cannot be read, so the agent finds another way and says what that means.',
  description_tr: 'Canlı sayılar okunamaz; yapay zekâ başka bir yol bulur ve bunun ne anlama geldiğini söyler.',
  prompt: 'How did this week’s newsletter do compared with last week’s?',
  prompt_tr: 'Bu haftaki bülten geçen haftakine göre nasıl gitti?',
  async play(scene) {
    const { t } = scene;
    await scene.wait(400);
    scene.capability('analytics.report', t('Newsletter numbers', 'Bülten sayıları'), t('Reads opens and clicks', 'Açılma ve tıklamaları okur'));
    await scene.wait(500);
    const live = scene.tool({
      key: 'analytics.query',
      type: 'tool_read',
      subject: 'bits',
      words: { doing: t('Querying live numbers', 'Canlı sayılar sorgulanıyor'), done: t('Queried live numbers', 'Canlı sayılar sorgulandı'), failed: t('Could not query live numbers', 'Canlı sayılar sorgulanamadı'), act: t('Query live numbers', 'Canlı sayıları sorgula') },
      input: { metric: 'opens, clicks', weeks: 2 },
    });
    live.start(t('Asking for two weeks', 'İki hafta isteniyor'));
    await scene.wait(1500);
    live.progress(t('Week 1 of 2 read', '2 haftanın 1 tanesi okundu'), { done: 1, total: 2 });
    await scene.wait(1100);
    live.fail({ code: 'quota_exceeded', message: t('Quota exceeded (429)', 'Kota aşıldı (429)') });

    await scene.wait(600);
    const other = scene.status({ doing: t('Looking for another source', 'Başka bir kaynak aranıyor'), done: t('Found another source', 'Başka bir kaynak bulundu') }, t('There is a nightly export', 'Gecelik bir dışa aktarım var'), { subject: 'bits' });
    await scene.wait(1500);
    other.complete(t('Last night’s export is complete', 'Dün geceki dışa aktarım tam'));
    const file = scene.tool({
      key: 'files.read',
      type: 'tool_read',
      subject: 'bits',
      words: { doing: t('Reading nightly export', 'Gecelik dışa aktarım okunuyor'), done: t('Read nightly export', 'Gecelik dışa aktarım okundu'), failed: t('Could not read nightly export', 'Gecelik dışa aktarım okunamadı'), act: t('Read nightly export', 'Gecelik dışa aktarımı oku') },
      input: { file: 'newsletter-weekly.csv' },
    });
    file.start(t('Opening file', 'Dosya açılıyor'));
    for (const done of [1400, 3100, 4820]) {
      await scene.wait(700);
      file.progress(t(`${String(done)} of 4820 rows read`, `4820 satırın ${String(done)} tanesi okundu`), { done, total: 4820 });
    }
    await scene.wait(300);
    file.complete(t('4820 rows', '4820 satır'), { rows: 4820, opensThisWeek: 1912, opensLastWeek: 1744, clicksThisWeek: 301, clicksLastWeek: 326, complete: true });
    await scene.wait(400);
    await scene.say(t(
      'More people opened it, fewer clicked. Opens rose from 1,744 to 1,912 (up 10%), clicks fell from 326 to 301 (down 8%). The subject line worked better than the links did. These numbers are from last night: the live service had no quota left, so today’s opens are missing.',
      'Daha çok kişi açtı, daha az kişi tıkladı. Açılma 1.744’ten 1.912’ye çıktı (%10 artış), tıklama 326’dan 301’e indi (%8 düşüş). Konu satırı, bağlantılardan daha iyi çalışmış. Bu sayılar dün geceye ait: canlı hizmetin kotası dolduğu için bugünkü açılmalar eksik.',
    ));
    scene.complete();
  },
};
