/** @import { Scene } from '../run/scene.mjs' */
/** @import { Script } from '../run/types.mjs' */

const PAGES = 300;
const WORKERS = 6;

/** @type {Script} */
export const manyCalls = {
  id: 'many',
  title: '300 tool calls',
  title_tr: '300 araç çağrısı',
  description: 'Every page of a shop is checked, six at a time; some fail, some are slow.',
  description_tr: 'Bir mağazanın her sayfası altışar altışar denetlenir; bazıları başarısız, bazıları yavaştır.',
  prompt: 'Check all 300 product pages for broken links.',
  prompt_tr: '300 ürün sayfasının tümünde bozuk bağlantı var mı, denetle.',
  async play(scene) {
    const { t } = scene;
    await scene.wait(300);
    scene.capability('web.audit', t('Site check', 'Site denetimi'), t('Opens pages, changes nothing', 'Sayfaları açar, hiçbir şeyi değiştirmez'));
    const status = scene.status({ doing: t('Checking 300 pages', '300 sayfa denetleniyor'), done: t('Checked 300 pages', '300 sayfa denetlendi') }, t('Six at a time', 'Altışar altışar'));
    let page = 0;
    const worker = async () => {
      while (page < PAGES) {
        page += 1;
        if (page % 25 === 0) status.progress(t(`${String(page)} of 300 pages`, `300 sayfanın ${String(page)} tanesi`), { done: page, total: PAGES });
        await check(scene, page);
      }
    };
    await scene.parallel(Array.from({ length: WORKERS }, () => worker));
    status.complete(t('All 300 checked', '300 sayfanın tümü denetlendi'));
    await scene.say(t(
      '276 of 300 pages are fine. 15 have broken links, all to the old size guide; 9 answered too slowly and were checked from the cache. Restoring that one page repairs them.',
      '300 sayfanın 276’sı sorunsuz. 15 sayfada bozuk bağlantı var, hepsi eski beden tablosuna gidiyor; 9 sayfa çok yavaş yanıt verdi ve önbellekten denetlendi. O tek sayfayı geri getirmek hepsini onarır.',
    ));
    scene.settle();
  },
};

/**
 * @param {Scene} scene
 * @param {number} page
 */
async function check(scene, page) {
  const { t } = scene;
  const number = String(page);
  const tool = scene.tool({
    key: 'web.check',
    type: 'tool_read',
    subject: 'bits',
    words: { doing: t(`Checking page ${number}`, `${number}. sayfa denetleniyor`), done: t(`Checked page ${number}`, `${number}. sayfa denetlendi`), failed: t(`Page ${number} has a broken link`, `${number}. sayfada bozuk bağlantı var`), act: t(`Check page ${number}`, `${number}. sayfayı denetle`) },
    input: { path: `/products/${number.padStart(3, '0')}` },
  });
  tool.start(t('Opening', 'Açılıyor'));
  // Uneven, and the same in every run.
  await scene.wait(110 + ((page * 37) % 90));
  if (page % 20 === 7) {
    tool.fail({ code: 'broken_link', message: t('Not found (404): /size-guide-old', 'Bulunamadı (404): /size-guide-old') });
  } else if (page % 40 === 18 || page === 299) {
    tool.degrade({
      detail: t('Checked from the cache', 'Önbellekten denetlendi'),
      reason: t('The page took longer than 5 seconds', 'Sayfa 5 saniyeden uzun sürdü'),
      fallback: t('Copy from last night', 'Dün geceki kopya'),
      data: { links: 20 + (page % 9), broken: 0, fromCache: true },
    });
  } else {
    tool.complete(t('No broken links', 'Bozuk bağlantı yok'), { links: 20 + (page % 9), broken: 0 });
  }
}
