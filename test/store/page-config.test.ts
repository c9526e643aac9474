import { expect } from '@open-wc/testing';
import type { ActivityEvent } from '../../src/activity/event.js';
import { configure } from '../../src/core.js';
import { createActivityStore, type Disclosure } from '../../src/store/store.js';

const SLOT = Symbol.for('chainabit.activity.config/1');

const thought = (text: string, limit?: Disclosure): ActivityEvent => ({
  type: 'think.delta',
  partId: 'p',
  kind: 'raw',
  mode: 'append',
  text,
  ...(limit !== undefined && { limit }),
});

/** A store with its own mode or none, and what it told. */
function rig(disclosure?: Disclosure): { think: (text: string, limit?: Disclosure) => { told: string; shown: string } } {
  const heard: string[] = [];
  const store = createActivityStore({ disclosure, scheduler: { schedule: () => () => undefined }, onReasoning: (text) => heard.push(text) });
  return {
    think(text, limit) {
      store.dispatch([thought(text, limit)]);
      return { told: heard.join(''), shown: store.getState().thinking.text ?? '' };
    },
  };
}

describe('disclosure for the whole page', () => {
  afterEach(() => {
    configure({ disclosure: undefined });
  });

  it('is hidden where nobody says anything, and for a word that is not known', () => {
    expect(rig().think('a')).to.deep.equal({ told: '', shown: '' });
    for (const word of ['everything', '', 'Surface', '__proto__', null, 1, {}]) {
      configure({ disclosure: word as Disclosure });
      expect(rig().think('a'), JSON.stringify(word)).to.deep.equal({ told: '', shown: '' });
    }
  });

  it('counts for a store that says nothing itself, from the next reasoning on, whenever it was made', () => {
    const store = rig();
    configure({ disclosure: 'telemetry_only' });
    expect(store.think('a')).to.deep.equal({ told: 'a', shown: '' });
    configure({ disclosure: 'surface' });
    expect(store.think('b')).to.deep.equal({ told: 'ab', shown: 'b' });
    configure({ disclosure: 'hidden' });
    expect(store.think('c')).to.deep.equal({ told: 'ab', shown: '' });
  });

  it("does not count where the store has its own, narrower or wider, known or not", () => {
    configure({ disclosure: 'surface' });
    expect(rig('hidden').think('a')).to.deep.equal({ told: '', shown: '' });
    expect(rig('unheard of' as Disclosure).think('a')).to.deep.equal({ told: '', shown: '' });
    configure({ disclosure: 'hidden' });
    expect(rig('surface').think('a')).to.deep.equal({ told: 'a', shown: 'a' });
  });

  it('a key that is not given stays as it was; another copy of the bundle has the same', () => {
    configure({ disclosure: 'surface' });
    configure({});
    expect(rig().think('a').shown).to.equal('a');
    expect((globalThis as { [SLOT]?: unknown })[SLOT]).to.deep.equal({ disclosure: 'surface' });
  });
});

describe("a run's own mode", () => {
  const MODES = ['hidden', 'telemetry_only', 'surface'] as const;
  for (const [host, hosts] of MODES.entries()) {
    for (const [run, runs] of MODES.entries()) {
      it(`${runs} in a host's ${hosts}: the narrower one`, () => {
        const mode = MODES[Math.min(host, run)];
        const expected = { told: mode === 'hidden' ? '' : 'a', shown: mode === 'surface' ? 'a' : '' };
        expect(rig(hosts).think('a', runs)).to.deep.equal(expected);
      });
    }
    it(`one that is not known in a host's ${hosts} is hidden`, () => {
      expect(rig(hosts).think('a', 'full' as Disclosure)).to.deep.equal({ told: '', shown: '' });
    });
  }
});
