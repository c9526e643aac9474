import { addDays, dayName, isoDay, nextWeekday, whenText } from './dates.mjs';
import { commonTools } from './tool-words.mjs';

/** @import { Scene } from '../run/scene.mjs' */
/** @import { Outcome, Script } from '../run/types.mjs' */

/** @type {Script} */
export const booking = {
  id: 'booking',
  title: 'Book an appointment',
  title_tr: 'Randevu al',
  description: 'Finds a free morning, then asks before it writes to the calendar.',
  description_tr: 'Boş bir sabah bulur, takvime yazmadan önce sorar.',
  prompt: 'Find a free morning next week for the dentist and put it in my calendar.',
  prompt_tr: 'Gelecek hafta dişçi için boş bir sabah bul ve takvimime ekle.',
  play,
};

/** @param {Scene} scene */
async function play(scene) {
  const { t, lang } = scene;
  const tuesday = nextWeekday(scene.now(), 2);
  const thursday = addDays(tuesday, 2);
  await scene.wait(400);
  scene.capability('calendar.booking', t('Calendar', 'Takvim'), t('Reads your week, writes only when you agree', 'Haftanızı okur, yalnızca onayınızla yazar'));
  await scene.wait(700);
  await searchCalendar(scene, tuesday);

  const first = `${isoDay(tuesday)}T10:00`;
  const both = t(`${dayName(tuesday, lang)} 10:00 or ${dayName(thursday, lang)} 11:30`, `${dayName(tuesday, lang)} 10.00 ya da ${dayName(thursday, lang)} 11.30`);
  const compare = scene.status({ doing: t('Comparing two dates', 'İki tarih karşılaştırılıyor'), done: t('Compared two dates', 'İki tarih karşılaştırıldı') }, both, { subject: 'calendar' });
  await scene.wait(1700);
  compare.complete(t('Tuesday leaves more room before your next meeting', 'Salı günü sonraki toplantıya daha çok zaman kalıyor'));

  const create = scene.tool({
    key: 'calendar.create',
    type: 'tool_write',
    subject: 'calendar',
    words: commonTools(scene).createEvent,
    input: { title: t('Dentist', 'Dişçi'), start: first, minutes: 45, calendar: t('Private', 'Kişisel') },
  });
  const summary = `${t('Dentist', 'Dişçi')}, ${whenText(first, lang)}`;
  scene.plan(create, 'create', t(`Create event: ${summary}`, `Etkinlik oluştur: ${summary}`), t('45 minutes in your private calendar', 'Kişisel takviminizde 45 dakika'));
  await scene.wait(500);
  const outcome = await create.ask({
    detail: summary,
    reason: t('This adds an event to your private calendar.', 'Bu, kişisel takviminize bir etkinlik ekler.'),
    risk: 'low',
    editable: { schema: eventSchema(scene) },
  });
  await (outcome.status === 'accepted' ? write(scene, create) : leave(scene, outcome, first));
  scene.complete();
}

/**
 * What may be changed before it is approved.
 *
 * @param {Scene} scene
 */
function eventSchema({ t }) {
  return {
    type: 'object',
    properties: {
      title: { type: 'string', title: t('Title', 'Başlık'), minLength: 1, maxLength: 80 },
      start: { type: 'string', format: 'date-time', title: t('Start', 'Başlangıç') },
      minutes: { type: 'integer', title: t('Minutes', 'Dakika'), minimum: 15, maximum: 240, multipleOf: 5 },
      calendar: { type: 'string', title: t('Calendar', 'Takvim'), enum: [t('Private', 'Kişisel'), t('Work', 'İş'), t('Family', 'Aile')] },
    },
    required: ['title', 'start', 'minutes', 'calendar'],
  };
}

/**
 * @param {Scene} scene
 * @param {Date} tuesday
 */
async function searchCalendar(scene, tuesday) {
  const { t } = scene;
  const search = scene.tool({
    key: 'calendar.search',
    type: 'tool_read',
    subject: 'calendar',
    words: commonTools(scene).searchCalendar,
    input: { from: isoDay(tuesday), to: isoDay(addDays(tuesday, 6)) },
  });
  search.start(t('Opening your calendars', 'Takvimleriniz açılıyor'));
  for (const done of [12, 27, 40]) {
    await scene.wait(900);
    search.progress(t(`${String(done)} of 40 events read`, `40 etkinliğin ${String(done)} tanesi okundu`), { done, total: 40 });
  }
  await scene.wait(500);
  search.complete(t('Two free mornings found', 'İki boş sabah bulundu'), {
    eventsRead: 40,
    freeMornings: 2,
    firstFree: `${isoDay(tuesday)}T10:00`,
    secondFree: `${isoDay(addDays(tuesday, 2))}T11:30`,
    conflicts: false,
  });
}

/**
 * @param {Scene} scene
 * @param {import('../run/tool-handle.mjs').ToolHandle} create
 */
async function write(scene, create) {
  const { t, lang } = scene;
  create.start(t('Writing to your calendar', 'Takviminize yazılıyor'));
  await scene.wait(1300);
  const input = create.input ?? {};
  const when = whenText(String(input['start']), lang);
  create.complete(when, { eventId: 'evt_40817', ...input, status: 'confirmed' });
  await scene.wait(400);
  const { title, minutes, calendar } = input;
  await scene.say(t(
    `Done. "${String(title)}" is in your ${String(calendar)} calendar for ${when}, ${String(minutes)} minutes. Thursday at 11:30 was the other free morning, in case you need to move it.`,
    `Tamam. "${String(title)}" ${String(calendar)} takviminize eklendi: ${when}, ${String(minutes)} dakika. Değiştirmeniz gerekirse perşembe 11.30 da boştu.`,
  ));
}

/**
 * @param {Scene} scene
 * @param {Outcome} outcome
 * @param {string} start
 */
async function leave(scene, outcome, start) {
  const { t, lang } = scene;
  await scene.wait(500);
  const said = outcome.status === 'rejected' && outcome.reason !== undefined ? t(`You said: "${outcome.reason}". `, `Gerekçeniz: "${outcome.reason}". `) : '';
  await scene.say(said + t(
    `I left your calendar as it is. ${whenText(start, lang)} is still free, and so is Thursday at 11:30. Tell me if you would like another day.`,
    `Takviminize dokunmadım. ${whenText(start, lang)} hâlâ boş, perşembe 11.30 da öyle. Başka bir gün isterseniz söyleyin.`,
  ));
}
