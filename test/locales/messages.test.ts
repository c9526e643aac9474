import { expect } from '@open-wc/testing';
import { formatBytes, formatDuration, formatNumber, formatPercent, formatTime } from '../../src/locales/format.js';
import { overrideMessages, registerLocale, resolveMessages, type MessageOverrides } from '../../src/locales/index.js';
import { en } from '../../src/locales/en.js';
import type { Messages } from '../../src/locales/messages.js';

const over = (value: unknown): Messages => overrideMessages(en, value as MessageOverrides);

describe('words of a host', () => {
  it('replace one, also inside a table', () => {
    const words = over({ approve: 'Ja', fault: { http: 'Nein' }, decidedBy: (who: string) => `von ${who}` });
    expect([words.approve, words.fault['http'], words.fault['idle'], words.decidedBy('A')]).to.deep.equal(['Ja', 'Nein', en.fault['idle'], 'von A']);
  });

  it('that are missing or of another kind leave those of the language (F26)', () => {
    for (const wrong of [null, undefined, 5, 'x', [], {}]) expect(over(wrong).approve).to.equal(en.approve);
    const words = over({ approve: undefined, status: null, fault: { http: 5 }, decidedBy: 'me', attempt: undefined, riskLevel: 'x', wantsTo: () => 'x' });
    expect([words.approve, words.status.failed, words.fault['http'], words.decidedBy('A'), words.attempt('2'), words.riskLevel['low'], words.wantsTo]).to.deep.equal(
      [en.approve, en.status.failed, en.fault['http'], en.decidedBy('A'), en.attempt('2'), en.riskLevel['low'], en.wantsTo],
    );
  });

  it('that throw or say nothing leave those of the language (F26)', () => {
    const words = over({ decidedBy: () => { throw new Error('no'); }, attempt: () => undefined });
    expect([words.decidedBy('A'), words.attempt('2')]).to.deep.equal([en.decidedBy('A'), en.attempt('2')]);
  });

  it('of a language made for an older version are completed in English', () => {
    registerLocale({ locale: 'x-old', approve: 'Jo' } as unknown as Messages);
    const words = resolveMessages('X-Old');
    expect([words.locale, words.approve, words.reject, words.status.failed]).to.deep.equal(['x-old', 'Jo', en.reject, en.status.failed]);
  });

  it('in a language that Intl rejects still have figures', () => {
    for (const locale of ['x', 'en_US', '123', '', '-', 'a'.repeat(99)]) {
      expect(resolveMessages(locale)).to.equal(en);
      for (const figure of [formatNumber(locale, 5), formatPercent(locale, 0.5), formatDuration(locale, 5000), formatBytes(locale, 5), formatTime(locale, 0)]) {
        expect(figure, locale).to.match(/\d/u);
      }
    }
    expect(formatTime('en', NaN)).to.equal('');
  });
});
