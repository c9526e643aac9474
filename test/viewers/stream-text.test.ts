import { expect } from '@open-wc/testing';
import * as fc from 'fast-check';
import { wellFormed } from '../../src/viewers/reveal.js';
import { StreamText } from '../../src/viewers/stream-text.js';
import { countWork } from '../support/work.js';

describe('streaming argument text', () => {
  it('is the text, however it came', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 900 })), (fragments) => {
        const stream = new StreamText();
        let text = '';
        for (const fragment of fragments) {
          text += fragment;
          expect(stream.take(text).join('')).to.equal(wellFormed(text));
        }
      }),
    );
  });

  it('starts again with another text', () => {
    const stream = new StreamText();
    stream.take('a'.repeat(5000));
    expect(stream.take('other').join('')).to.equal('other');
    expect(stream.take(`${'b'.repeat(5000)}c`).join('')).to.equal(`${'b'.repeat(5000)}c`);
    expect(stream.take('').join('')).to.equal('');
  });

  it('never cuts a character in two', () => {
    const text = `${'x'.repeat(2047)}😀y`;
    expect(new StreamText().take(text).join('')).to.equal(text);
    expect(new StreamText().take(`${'x'.repeat(70_000)}😀${'y'.repeat(4095)}`).join('')).not.to.contain('\uFFFD');
  });

  it('costs what is new, not what is there (T9)', () => {
    const stream = new StreamText();
    const fragment = 'x'.repeat(20);
    let text = '';
    const work = countWork();
    for (let length = 0; length < 3000; length++) stream.take((text += fragment));
    work.restore();
    expect(work.characters() / 3000, 'characters a fragment').to.be.below(5000);
  });

  it('shows the end of what is large', () => {
    const shown = new StreamText().take(`${'x'.repeat(100_000)}end`).join('');
    expect(shown).to.have.length(4096);
    expect(shown.endsWith('end')).to.equal(true);
  });
});
