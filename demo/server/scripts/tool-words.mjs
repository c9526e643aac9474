/** @import { Scene } from '../run/scene.mjs' */
/** @import { Words } from '../run/tool-handle.mjs' */

/**
 * @param {string} doing
 * @param {string} done
 * @param {string} failed
 * @param {string} act
 * @returns {Words}
 */
function words(doing, done, failed, act) {
  return { doing, done, failed, act };
}

/**
 * The tools that several scripts use, in the language of the run.
 *
 * @param {Scene} scene
 */
export function commonTools({ lang }) {
  if (lang === 'tr') {
    return {
      searchCalendar: words('Takvim taranıyor', 'Takvim tarandı', 'Takvim taranamadı', 'Takvimi tara'),
      createEvent: words('Etkinlik oluşturuluyor', 'Etkinlik oluşturuldu', 'Etkinlik oluşturulamadı', 'Etkinlik oluştur'),
      moveEvent: words('Etkinlik taşınıyor', 'Etkinlik taşındı', 'Etkinlik taşınamadı', 'Etkinliği taşı'),
    };
  }
  return {
    searchCalendar: words('Searching calendar', 'Searched calendar', 'Could not search calendar', 'Search calendar'),
    createEvent: words('Creating event', 'Created event', 'Could not create event', 'Create event'),
    moveEvent: words('Moving event', 'Moved event', 'Could not move event', 'Move event'),
  };
}
