import { expect } from '@open-wc/testing';
import { act } from '../../src/elements/approval-card/act.js';
import { callTitle, humanise } from '../../src/elements/internal/title.js';
import { en } from '../../src/locales/en.js';

describe('titles', () => {
  const cases: readonly [key: string, title: string, words: string][] = [
    ['calendar.create', 'Calendar create', 'create (calendar)'],
    ['acme.calendar.create_event', 'Acme calendar create event', 'create event (acme calendar)'],
    ['search_calendar', 'Search calendar', 'search calendar'],
    ['searchCalendar', 'Search calendar', 'search calendar'],
    ['get-weather-v2', 'Get weather v2', 'get weather v2'],
    ['getURL', 'Get URL', 'get URL'],
    ['HTMLParser', 'HTML parser', 'HTML parser'],
    ['list_IDs', 'List IDs', 'list IDs'],
    ['SEARCH_CALENDAR', 'Search calendar', 'search calendar'],
    ['mcp__github__create_issue', 'Create issue', 'create issue (github)'],
    ['files/read_file', 'Read file', 'read file (files)'],
    ['functions:lookup', 'Lookup', 'lookup'],
    ['insert_image', 'Insert image', 'insert image'],
    ['çağrı_yap', 'Çağrı yap', 'çağrı yap'],
    ['__proto__', 'Proto', 'proto'],
    ['', '', ''],
    ['___', '', ''],
  ];
  for (const [key, title, words] of cases) {
    it(`of ${key || 'nothing'}`, () => {
      expect(humanise(key)).to.equal(title);
      expect(act(key)).to.equal(words);
    });
  }

  it('prefers the label, then the title, then the key, then says that there is no name', () => {
    expect(callTitle({ activity: { label: 'Look up' }, title: 'T', toolKey: 'a_b' }, en)).to.equal('Look up');
    expect(callTitle({ activity: { label: '  ' }, title: 'T', toolKey: 'a_b' }, en)).to.equal('T');
    expect(callTitle({ toolKey: 'a_b' }, en)).to.equal('A b');
    expect(callTitle({ toolKey: '...' }, en)).to.equal(en.untitledCall);
    expect(callTitle({}, en)).to.equal(en.untitledCall);
    expect(callTitle({ title: 'a\uD800' }, en)).to.equal('a\uFFFD');
  });
});
