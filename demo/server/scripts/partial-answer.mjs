/** @import { Script } from '../run/types.mjs' */

const CONTRACTS = [
  { en: 'Office lease', tr: 'Ofis kirası', pages: 14, notice: 6 },
  { en: 'Cleaning service', tr: 'Temizlik hizmeti', pages: 4, notice: 1 },
  { en: 'Phone system', tr: 'Telefon sistemi', pages: 9, notice: 3 },
];

/** @type {Script} */
export const partialAnswer = {
  id: 'partial',
  title: 'An answer that stays a part',
  title_tr: 'Yarım kalan bir yanıt',
  description: 'Three of five contracts fit into the limit; the answer says which two are missing.',
  description_tr: 'Beş sözleşmeden üçü sınıra sığar; yanıt hangi ikisinin eksik olduğunu söyler.',
  prompt: 'Summarise the notice periods of our five contracts.',
  prompt_tr: 'Beş sözleşmemizin fesih sürelerini özetle.',
  async play(scene) {
    const { t } = scene;
    await scene.wait(400);
    scene.capability('documents.summary', t('Documents', 'Belgeler'), t('Reads files you shared', 'Paylaştığınız dosyaları okur'));
    await scene.wait(400);
    const status = scene.status({ doing: t('Looking for notice periods', 'Fesih süreleri aranıyor'), done: t('Looked for notice periods', 'Fesih süreleri arandı') }, t('Five contracts in the folder', 'Klasörde beş sözleşme var'));
    for (const { en, tr, pages, notice } of CONTRACTS) {
      const name = t(en, tr);
      const read = scene.tool({
        key: 'documents.read',
        type: 'tool_read',
        subject: 'bits',
        words: { doing: t(`Reading contract: ${name}`, `Sözleşme okunuyor: ${name}`), done: t(`Read contract: ${name}`, `Sözleşme okundu: ${name}`), failed: t(`Could not read: ${name}`, `Okunamadı: ${name}`), act: t(`Read contract: ${name}`, `Sözleşmeyi oku: ${name}`) },
        input: { file: `${en.toLowerCase().replaceAll(' ', '-')}.pdf` },
      });
      read.start(t('Opening', 'Açılıyor'));
      await scene.wait(1400);
      read.progress(t(`${String(pages)} pages`, `${String(pages)} sayfa`), { done: pages, total: pages });
      await scene.wait(800);
      read.complete(t(`Notice: ${String(notice)} ${notice === 1 ? 'month' : 'months'}`, `Fesih süresi: ${String(notice)} ay`), { pages, noticeMonths: notice, autoRenews: notice > 1 });
    }
    status.complete(t('Three of five read', 'Beşten üçü okundu'));
    await scene.say(t(
      'Office lease: six months, to the end of a quarter. Cleaning service: one month, at any time. Phone system: three months, and it renews for a year if you miss the date. Still missing: the copier',
      'Ofis kirası: altı ay, çeyrek sonunda. Temizlik hizmeti: bir ay, her zaman. Telefon sistemi: üç ay; tarihi kaçırırsanız bir yıl uzar. Eksik kalanlar: fotokopi',
    ));
    scene.partial(t('The answer reached its length limit. Two contracts were not read.', 'Yanıt uzunluk sınırına ulaştı. İki sözleşme okunmadı.'));
  },
};
