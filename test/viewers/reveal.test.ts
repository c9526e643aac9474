import { expect } from '@open-wc/testing';
import { reveal, wellFormed } from '../../src/viewers/reveal.js';

describe('reveal', () => {
  // The characters of Trojan Source (CVE-2021-42574) and of "ASCII smuggling", each alone between two letters.
  const hidden = [
    0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x200e, 0x200f, 0x061c, 0x200b, 0x200c, 0x200d,
    0x2060, 0xfeff, 0x00ad, 0x180e, 0x034f, 0x3164, 0x115f, 0x2800, 0x2028, 0x2029, 0xe0041, 0xe007f, 0xfe01, 0xe0100, 0x00,
    0x07, 0x0d, 0x1b, 0x7f, 0x85,
  ];
  for (const code of hidden) {
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    it(`shows ${name}`, () => {
      expect(reveal(`a${String.fromCodePoint(code)}b`)).to.equal(`a⟦${name}⟧b`);
    });
  }

  it('leaves ordinary text, tabs, line feeds and emoji sequences alone', () => {
    for (const text of ['Diş hekimi, 1 Ara 10:00', 'a\tb\nc\n\nd', 'مرحبا', 'שלום', '👩‍💻', '👩🏽‍🚀', '❤️', '👨‍👩‍👧', '£ 1 000']) {
      expect(reveal(text)).to.equal(text);
    }
  });

  it('counts white space that pushes text out of sight', () => {
    expect(reveal(`a${'\n'.repeat(40)}b`)).to.equal('a\n⟦U+000A ×40⟧\nb');
    expect(reveal(`a${' '.repeat(200)}b`)).to.equal('a ⟦U+0020 ×200⟧ b');
    expect(reveal(`a${' '.repeat(8)}b`)).to.equal(`a${' '.repeat(8)}b`);
  });

  it('replaces lone surrogates', () => {
    expect(wellFormed('a\uD800b\uDC00c😀')).to.equal('a\uFFFDb\uFFFDc😀');
  });
});
