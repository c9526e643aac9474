import { isoDay, nextWeekday, whenText } from './dates.mjs';
import { commonTools } from './tool-words.mjs';

/** @import { Scene } from '../run/scene.mjs' */
/** @import { Outcome, Script } from '../run/types.mjs' */

/** Milliseconds at speed 1. */
const DEADLINE_MS = 20_000;

/** @type {Script} */
export const approvalExpires = {
  id: 'expiry',
  title: 'A question with a deadline',
  title_tr: 'Süreli bir soru',
  description: 'The agent waits twenty seconds for your answer, then leaves things as they are.',
  description_tr: 'Yapay zekâ yanıtınızı yirmi saniye bekler, sonra her şeyi olduğu gibi bırakır.',
  prompt: 'Move Wednesday’s design review to 16:00 if everyone can make it.',
  prompt_tr: 'Herkes uygunsa çarşamba günkü tasarım toplantısını 16.00’ya al.',
  async play(scene) {
    const { t } = scene;
    await scene.wait(400);
    scene.capability('calendar.scheduling', t('Calendar', 'Takvim'), t('Checks who is free', 'Kimlerin uygun olduğuna bakar'));
    await scene.wait(500);
    await checkGuests(scene);
    const start = `${isoDay(nextWeekday(scene.now(), 3))}T16:00`;
    const move = scene.tool({
      key: 'calendar.move',
      type: 'tool_write',
      subject: 'calendar',
      words: commonTools(scene).moveEvent,
      input: { event: t('Design review', 'Tasarım toplantısı'), to: start, guests: 6, notifyGuests: true },
    });
    const detail = t(`Design review to ${whenText(start, 'en')}`, `Tasarım toplantısı: ${whenText(start, 'tr')}`);
    scene.plan(move, 'move', t(`Move event: ${detail}`, `Etkinliği taşı: ${detail}`), t('Six guests are told', 'Altı katılımcıya bildirilir'));
    await scene.wait(900);
    const outcome = await move.ask({
      detail,
      reason: t('The room is held for twenty seconds. All six guests will get a message.', 'Oda yirmi saniyeliğine ayrıldı. Altı katılımcının hepsine ileti gider.'),
      risk: 'medium',
      expiresInMs: DEADLINE_MS,
    });
    if (outcome.status === 'accepted') {
      move.start(t('Moving and telling six guests', 'Taşınıyor ve altı katılımcıya bildiriliyor'));
      await scene.wait(1500);
      move.complete(t('Six guests told', 'Altı katılımcıya bildirildi'), { ...move.input, room: 'B2' });
    } else if (outcome.status === 'expired') {
      const release = scene.status({ doing: t('Giving the room back', 'Oda geri veriliyor'), done: t('Gave the room back', 'Oda geri verildi') }, t('No answer in time', 'Zamanında yanıt gelmedi'), { subject: 'calendar' });
      await scene.wait(1400);
      release.complete(t('Room B2 is free again', 'B2 odası yeniden boş'));
    }
    await scene.wait(400);
    await scene.say(closing(scene, outcome));
    scene.complete();
  },
};

/** @param {Scene} scene */
async function checkGuests(scene) {
  const { t } = scene;
  const check = scene.tool({
    key: 'calendar.availability',
    type: 'tool_read',
    subject: 'calendar',
    words: { doing: t('Checking six guests', 'Altı katılımcıya bakılıyor'), done: t('Checked six guests', 'Altı katılımcıya bakıldı'), failed: t('Could not check guests', 'Katılımcılara bakılamadı'), act: t('Check guests', 'Katılımcılara bak') },
    input: { day: isoDay(nextWeekday(scene.now(), 3)), time: '16:00', guests: 6 },
  });
  check.start(t('Reading calendars', 'Takvimler okunuyor'));
  for (const done of [2, 4, 6]) {
    await scene.wait(1200);
    check.progress(t(`${String(done)} of 6 calendars read`, `6 takvimin ${String(done)} tanesi okundu`), { done, total: 6 });
  }
  await scene.wait(300);
  check.complete(t('Everyone is free at 16:00', 'Saat 16.00’da herkes uygun'), { free: 6, busy: 0, room: 'B2' });
}

/**
 * @param {Scene} scene
 * @param {Outcome} outcome
 * @returns {string}
 */
function closing({ t }, outcome) {
  switch (outcome.status) {
    case 'accepted':
      return t('The design review is now on Wednesday at 16:00 in room B2, and all six guests know.', 'Tasarım toplantısı artık çarşamba 16.00’da, B2 odasında; altı katılımcının hepsine bildirildi.');
    case 'rejected':
      return t('The design review stays where it was. Nobody was told anything.', 'Tasarım toplantısı yerinde kaldı. Kimseye bir şey bildirilmedi.');
    default:
      return t(
        'I did not hear from you in time, so the design review stays where it was and nobody was told anything. Everyone is free on Wednesday at 16:00; ask me again and I will hold the room once more.',
        'Zamanında yanıt alamadım; tasarım toplantısı yerinde kaldı ve kimseye bir şey bildirilmedi. Çarşamba 16.00’da herkes uygun; yeniden isterseniz odayı tekrar ayırırım.',
      );
  }
}
