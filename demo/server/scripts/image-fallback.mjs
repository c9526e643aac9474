/** @import { Script } from '../run/types.mjs' */

/** A drawing small enough to travel in the event; the page's policy allows `data:` images. */
const PREVIEW =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 60"%3E%3Crect width="160" height="60" fill="%23f6d7a8"/%3E%3Ccircle cx="124" cy="20" r="10" fill="%23fff3d6"/%3E%3Cpath d="M0 44q30-22 62-6t98-14v36H0z" fill="%23c8743a"/%3E%3Cpath d="M0 52q50-18 92-4t68-6v18H0z" fill="%237d4427"/%3E%3C/svg%3E';

/** @type {Script} */
export const imageFallback = {
  id: 'image',
  title: 'Draw a picture',
  title_tr: 'Görsel oluştur',
  description: 'The large renderer is busy, so a smaller picture comes instead, and says so.',
  description_tr: 'Büyük görsel motoru meşgul; yerine daha küçük bir görsel gelir ve bu açıkça söylenir.',
  prompt: 'Make a wide header picture for our autumn newsletter: hills, low sun, no text.',
  prompt_tr: 'Sonbahar bültenimiz için geniş bir başlık görseli yap: tepeler, alçak güneş, yazı olmasın.',
  async play(scene) {
    const { t } = scene;
    await scene.wait(400);
    scene.capability('media.image', t('Pictures', 'Görseller'), t('Draws pictures from a description', 'Tarife göre görsel oluşturur'));
    await scene.wait(500);
    const idea = scene.status({ doing: t('Choosing the colours', 'Renkler seçiliyor'), done: t('Chose the colours', 'Renkler seçildi') }, t('Warm, low contrast, room for a title', 'Sıcak, düşük karşıtlık, başlığa yer var'), { subject: 'media' });
    await scene.wait(1600);
    idea.complete(t('Amber and rust', 'Kehribar ve pas rengi'));
    const draw = scene.tool({
      key: 'media.generate',
      type: 'image_generation',
      subject: 'media',
      words: { doing: t('Drawing picture', 'Görsel oluşturuluyor'), done: t('Drew picture', 'Görsel oluşturuldu'), failed: t('Could not draw picture', 'Görsel oluşturulamadı'), act: t('Draw picture', 'Görsel oluştur') },
      input: { prompt: t('Autumn hills in low sun, wide, no text', 'Alçak güneşte sonbahar tepeleri, geniş, yazısız'), width: 2400, height: 900, quality: 'high' },
    });
    draw.start(t('Waiting for the large renderer', 'Büyük görsel motoru bekleniyor'));
    for (const [ms, part] of [[1200, 0.1], [1500, 0.25], [1500, 0.4]]) {
      await scene.wait(Number(ms));
      draw.progress(t('Sketching', 'Taslak çiziliyor'), Number(part));
    }
    await scene.wait(1400);
    draw.progress(t('The large renderer is busy, trying the standard one', 'Büyük görsel motoru meşgul, standart olan deneniyor'), 0.5);
    await scene.wait(1800);
    draw.degrade({
      detail: t('Smaller than you asked for: 1200 × 450', 'İstediğinizden küçük: 1200 × 450'),
      reason: t('The large renderer is busy', 'Büyük görsel motoru meşgul'),
      fallback: t('Standard renderer, 1200 × 450', 'Standart görsel motoru, 1200 × 450'),
      data: { image: PREVIEW, alt: t('Autumn hills in low sun', 'Alçak güneşte sonbahar tepeleri'), width: 1200, height: 450, format: 'svg' },
    });
    await scene.wait(500);
    await scene.say(t(
      'Here is your header: rust-coloured hills, a low sun and a calm left side for the title. It is 1200 × 450 and not 2400 × 900, because the large renderer was busy. For email that is enough; ask me again later if you need it for print.',
      'Başlık görseliniz hazır: pas rengi tepeler, alçak bir güneş ve başlık için sakin bir sol taraf. Büyük görsel motoru meşgul olduğu için 2400 × 900 yerine 1200 × 450 oldu. E-posta için bu yeterli; baskı için gerekirse daha sonra yeniden isteyin.',
    ));
    scene.complete();
  },
};
