import { addDays, isoDay, nextWeekday, whenText } from './dates.mjs';
import { commonTools } from './tool-words.mjs';

/** @import { Scene } from '../run/scene.mjs' */
/** @import { ToolHandle } from '../run/tool-handle.mjs' */
/** @import { Outcome, Script } from '../run/types.mjs' */

/** @type {Script} */
export const mixedTurkish = {
  id: 'mixed',
  title: 'Everything at once, in Turkish',
  title_tr: 'Hepsi bir arada',
  description: 'A trip is rearranged: parallel reads, a failure, a fallback, a plan of three writes, two questions at once.',
  description_tr: 'Bir yolculuk yeniden düzenlenir: koşut okumalar, bir hata, bir yedek çözüm, üç yazmalık bir plan, aynı anda iki soru.',
  prompt: 'My Ankara trip moves to next week. Rearrange everything.',
  prompt_tr: 'Ankara yolculuğum gelecek haftaya kaldı. Her şeyi ona göre düzenle.',
  lang: 'tr',
  play,
};

/** @param {Scene} scene */
async function play(scene) {
  const tuesday = nextWeekday(scene.now(), 2);
  await scene.wait(400);
  scene.capability('travel.planning', 'Seyahat planlama', 'Takvim, tren ve otel; yalnızca onayınızla yazar');
  scene.emit('cot.delta', { text: 'CANARY-PRIVATE-REASONING' });
  await scene.wait(600);
  await scene.parallel([() => readCalendar(scene, tuesday), () => readTrains(scene, tuesday), () => readHotels(scene)]);

  const compare = scene.status({ doing: 'İki tarih karşılaştırılıyor', done: 'İki tarih karşılaştırıldı' }, `${whenText(`${isoDay(tuesday)}T09:30`, 'tr')} treni daha rahat`);
  await scene.wait(1800);
  compare.complete('Salı sabahı uygun');
  scene.emit('telemetry.sampled', { reads: 3 });

  const writes = planWrites(scene, tuesday);
  await scene.wait(600);
  // Two questions at once, of very different weight: each is answered for itself, in any order.
  const [created, removed] = await scene.parallel([() => create(scene, writes.create), () => remove(scene, writes.remove)]);
  const moved = await move(scene, writes.move);
  await scene.wait(400);
  await scene.say(closing({ created, removed, moved }));
  scene.complete();
}

/**
 * @param {Scene} scene
 * @param {Date} tuesday
 */
async function readCalendar(scene, tuesday) {
  const input = { from: isoDay(tuesday), to: isoDay(addDays(tuesday, 6)) };
  const read = scene.tool({ key: 'calendar.search', type: 'tool_read', subject: 'calendar', words: commonTools(scene).searchCalendar, input });
  read.start('Gelecek hafta okunuyor');
  for (const done of [9, 22, 31]) {
    await scene.wait(800);
    read.progress(`31 etkinliğin ${String(done)} tanesi okundu`, { done, total: 31 });
  }
  read.complete('Salı ve çarşamba boş', { events: 31, freeDays: 2, conflict: 'Bütçe toplantısı', reminders: 0 });
}

/**
 * @param {Scene} scene
 * @param {Date} tuesday
 */
async function readTrains(scene, tuesday) {
  const read = scene.tool({
    key: 'trains.search',
    type: 'research',
    subject: 'research',
    words: {
      doing: 'Tren seferleri aranıyor',
      done: 'Tren seferleri arandı',
      failed: 'Tren seferleri aranamadı',
      act: 'Tren seferlerini ara',
    },
    input: { from: 'İstanbul', to: 'Ankara', day: isoDay(tuesday) },
  });
  read.start('Canlı seferler soruluyor');
  await scene.wait(1500);
  read.degrade({
    detail: 'Dünkü tarifeden okundu',
    reason: 'Canlı sefer bilgisi yanıt vermiyor',
    fallback: 'Dün kaydedilen tarife',
    data: { trains: 6, best: '09:30', arrives: '13:55', seats: null },
  });
}

/** @param {Scene} scene */
async function readHotels(scene) {
  const read = scene.tool({
    key: 'hotels.prices',
    type: 'tool_read',
    subject: 'research',
    words: {
      doing: 'Otel fiyatlarına bakılıyor',
      done: 'Otel fiyatlarına bakıldı',
      failed: 'Otel fiyatlarına bakılamadı',
      act: 'Otel fiyatlarına bak',
    },
    input: { city: 'Ankara', nights: 1 },
  });
  read.start('Fiyatlar soruluyor');
  await scene.wait(1900);
  read.fail({ code: 'quota_exceeded', message: 'Kota aşıldı (429)' });
}

/**
 * @param {Scene} scene
 * @param {Date} tuesday
 */
function planWrites(scene, tuesday) {
  const common = commonTools(scene);
  const start = `${isoDay(tuesday)}T09:30`;
  const create = scene.tool({
    key: 'calendar.create',
    type: 'tool_write',
    subject: 'calendar',
    words: common.createEvent,
    input: { title: 'Ankara treni', start, minutes: 265, calendar: 'İş' },
  });
  const move = scene.tool({
    key: 'calendar.move',
    type: 'tool_write',
    subject: 'calendar',
    words: common.moveEvent,
    input: { event: 'Bütçe toplantısı', to: `${isoDay(addDays(tuesday, 2))}T14:00`, notifyGuests: true },
  });
  const remove = scene.tool({
    key: 'hotels.cancel',
    type: 'tool_write',
    subject: 'bits',
    words: {
      doing: 'Rezervasyon siliniyor',
      done: 'Rezervasyon silindi',
      failed: 'Rezervasyon silinemedi',
      act: 'Rezervasyonu sil',
    },
    input: { hotel: 'Kale Otel', nights: 1, refund: '%50', reference: 'KL-20417' },
  });
  scene.plan(create, 'create', 'Etkinlik oluştur: Ankara treni', whenText(start, 'tr'));
  scene.plan(move, 'move', 'Etkinliği taşı: Bütçe toplantısı', 'Perşembe 14.00’e, katılımcılara bildirilir');
  scene.plan(remove, 'delete', 'Rezervasyonu sil: Kale Otel', 'Bu haftaki konaklama, yarısı geri ödenir');
  return { create, move, remove };
}

/**
 * @param {Scene} scene
 * @param {ToolHandle} call
 * @returns {Promise<Outcome>}
 */
async function create(scene, call) {
  const outcome = await call.ask({
    detail: 'Ankara treni, iş takviminize',
    reason: 'Bu, iş takviminize bir etkinlik ekler.',
    risk: 'low',
    editable: true,
    options: [
      { id: 'approve', label: 'Bir kez onayla', kind: 'allow_once' },
      { id: 'reject', label: 'Reddet', kind: 'reject_once' },
    ],
  });
  if (outcome.status !== 'accepted') return outcome;
  call.start('Takviminize yazılıyor');
  await scene.wait(1100);
  call.complete(whenText(String(call.input?.['start']), 'tr'), { eventId: 'evt_51166', ...call.input, status: 'confirmed' });
  return outcome;
}

/**
 * @param {Scene} scene
 * @param {ToolHandle} call
 * @returns {Promise<Outcome>}
 */
async function remove(scene, call) {
  await scene.wait(300);
  const outcome = await call.ask({
    detail: 'Kale Otel, geri alınamaz',
    reason: 'Silinen rezervasyon geri getirilemez ve ücretin yalnızca yarısı iade edilir.',
    risk: 'high',
  });
  if (outcome.status !== 'accepted') return outcome;
  call.start('Otele iletiliyor');
  await scene.wait(1600);
  call.complete('Yarısı iade edilecek', { reference: 'KL-20417', cancelled: true, refundLira: 1450 });
  return outcome;
}

/**
 * @param {Scene} scene
 * @param {ToolHandle} call
 * @returns {Promise<Outcome>}
 */
async function move(scene, call) {
  await scene.wait(500);
  const outcome = await call.ask({
    detail: 'Bütçe toplantısı, perşembe 14.00',
    reason: 'Dört katılımcıya ileti gider.',
    risk: 'medium',
    editable: true,
    expiresInMs: 120_000,
  });
  if (outcome.status !== 'accepted') return outcome;
  call.start('Taşınıyor ve katılımcılara bildiriliyor');
  await scene.wait(1300);
  call.complete(whenText(String(call.input?.['to']), 'tr'), { ...call.input, guestsTold: call.input?.['notifyGuests'] === true ? 4 : 0 });
  return outcome;
}

/**
 * @param {{ created: Outcome | undefined, removed: Outcome | undefined, moved: Outcome }} outcomes
 * @returns {string}
 */
function closing({ created, removed, moved }) {
  const lines = [
    created?.status === 'accepted' ? 'Tren takviminizde.' : 'Tren takviminize eklenmedi.',
    removed?.status === 'accepted' ? 'Kale Otel rezervasyonu silindi, 1.450 lira iade edilecek.' : 'Kale Otel rezervasyonu duruyor.',
    moved.status === 'accepted' ? 'Bütçe toplantısı taşındı.' : 'Bütçe toplantısı yerinde kaldı.',
  ];
  return `${lines.join(' ')} Tren saatleri dünkü tarifeden, yola çıkmadan bir kez daha bakın. Otel fiyatlarını kota dolduğu için okuyamadım; isterseniz yarın yeniden denerim.`;
}
