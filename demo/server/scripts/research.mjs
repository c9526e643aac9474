/** @import { Scene } from '../run/scene.mjs' */
/** @import { Script } from '../run/types.mjs' */

/**
 * `pages` where the length is known; `ms` a page, so that the twelve end at different times; `finding` in dB, 0 = none.
 * @typedef {{ en: string, tr: string, pages?: number, ms: number, finding: number }} Source
 */

/** @type {Source[]} */
const SOURCES = [
  { en: 'Energy label register', tr: 'Enerji etiketi sicili', pages: 8, ms: 620, finding: 47 },
  { en: 'Manufacturer data sheets', tr: 'Üretici veri sayfaları', pages: 12, ms: 540, finding: 44 },
  { en: 'Independent noise tests', tr: 'Bağımsız gürültü testleri', pages: 5, ms: 980, finding: 41 },
  { en: 'Installers’ forum', tr: 'Montajcı forumu', ms: 700, finding: 49 },
  { en: 'Consumer magazine, spring', tr: 'Tüketici dergisi, ilkbahar', pages: 4, ms: 760, finding: 43 },
  { en: 'Consumer magazine, autumn', tr: 'Tüketici dergisi, sonbahar', pages: 6, ms: 690, finding: 42 },
  { en: 'Building code, noise limits', tr: 'Yapı yönetmeliği, gürültü sınırları', pages: 3, ms: 1100, finding: 40 },
  { en: 'Field study of 60 houses', tr: '60 evlik saha çalışması', pages: 10, ms: 650, finding: 45 },
  { en: 'Owner reviews', tr: 'Kullanıcı yorumları', ms: 880, finding: 46 },
  { en: 'Price comparison', tr: 'Fiyat karşılaştırması', pages: 7, ms: 480, finding: 44 },
  { en: 'Warranty terms', tr: 'Garanti koşulları', ms: 520, finding: 0 },
  { en: 'Subsidy list', tr: 'Destek listesi', pages: 2, ms: 900, finding: 0 },
];

/** @type {Script} */
export const research = {
  id: 'research',
  title: 'Research twelve sources',
  title_tr: 'On iki kaynağı araştır',
  description: 'Twelve sources are read at the same time, each with its own progress.',
  description_tr: 'On iki kaynak aynı anda okunur, her birinin ilerlemesi ayrı görünür.',
  prompt: 'Which heat pump is quiet enough for a terraced house?',
  prompt_tr: 'Sıra ev için hangi ısı pompası yeterince sessiz?',
  async play(scene) {
    const { t } = scene;
    await scene.wait(400);
    scene.capability('research.web', t('Research', 'Araştırma'), t('Reads public sources, changes nothing', 'Açık kaynakları okur, hiçbir şeyi değiştirmez'));
    // Diagnostic by the protocol, and so never to be shown: the canary makes a leak findable.
    scene.emit('cot.delta', { text: 'CANARY-PRIVATE-REASONING' });
    await scene.wait(600);
    const status = scene.status({ doing: t('Reading twelve sources', 'On iki kaynak okunuyor'), done: t('Read twelve sources', 'On iki kaynak okundu') }, t('Noise, price and warranty', 'Gürültü, fiyat ve garanti'));
    await scene.parallel(SOURCES.map((source, index) => () => read(scene, source, index)));
    status.complete(t('All twelve read', 'On ikisi de okundu'));
    // An event type that no client knows yet: it must be ignored without harm.
    scene.emit('telemetry.sampled', { sources: SOURCES.length });
    const compare = scene.status({ doing: t('Comparing noise at night', 'Gece gürültüsü karşılaştırılıyor'), done: t('Compared noise at night', 'Gece gürültüsü karşılaştırıldı') }, t('Three models stay under 45 dB', 'Üç model 45 dB altında kalıyor'));
    await scene.wait(2200);
    compare.complete(t('Two tests agree', 'İki test aynı sonucu veriyor'));
    await scene.say(t(
      'Three models stay under 45 dB at three metres, which most terraced houses need at night. The quietest measured 41 dB in an independent test; its maker states 44 dB, so the claim is on the safe side. Owners report more noise in the first weeks, mostly from the mounting: rubber feet solve that. Check your local limit before you order, it can be as low as 40 dB.',
      'Üç model üç metrede 45 dB altında kalıyor; sıra evlerin çoğu gece bunu gerektirir. En sessizi bağımsız bir testte 41 dB ölçüldü, üreticisi 44 dB diyor, yani beyan güvenli tarafta. Kullanıcılar ilk haftalarda daha çok gürültüden söz ediyor; nedeni çoğunlukla montaj, lastik ayaklar bunu çözüyor. Sipariş vermeden önce yerel sınıra bakın, 40 dB kadar düşük olabilir.',
    ));
    scene.complete();
  },
};

/**
 * @param {Scene} scene
 * @param {Source} source
 * @param {number} index
 */
async function read(scene, { en, tr, pages, ms, finding }, index) {
  const { t } = scene;
  const name = t(en, tr);
  const tool = scene.tool({
    key: 'research.read',
    type: 'research',
    subject: 'research',
    words: { doing: t(`Reading: ${name}`, `Okunuyor: ${name}`), done: t(`Read: ${name}`, `Okundu: ${name}`), failed: t(`Could not read: ${name}`, `Okunamadı: ${name}`), act: t(`Read: ${name}`, `Oku: ${name}`) },
    input: { source: name, question: t('noise at three metres', 'üç metrede gürültü') },
  });
  await scene.wait(index * 60);
  tool.start(t('Opening', 'Açılıyor'));
  const steps = pages ?? 5;
  for (let done = 1; done <= steps; done += 1) {
    await scene.wait(ms);
    // Where the length is unknown only the count is said: a bar would be invented.
    if (pages === undefined) tool.progress(t(`${String(done * 14)} posts read`, `${String(done * 14)} ileti okundu`));
    else tool.progress(t(`${String(done)} of ${String(pages)} pages read`, `${String(pages)} sayfanın ${String(done)} tanesi okundu`), { done, total: pages });
  }
  const detail = finding > 0 ? t(`Quietest: ${String(finding)} dB`, `En sessizi: ${String(finding)} dB`) : t('Nothing about noise', 'Gürültüyle ilgili bilgi yok');
  tool.complete(detail, { source: name, quietestDecibels: finding > 0 ? finding : null });
}
