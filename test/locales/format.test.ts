import { expect } from '@open-wc/testing';
import { formatSeconds, formatTime } from '../../src/locales/format.js';

/** Engines differ in the blank before "AM" and between a number and its unit. */
const plain = (text: string): string => text.replace(/\s/gu, ' ');

describe('figures of time', () => {
  const morning = new Date(2026, 10, 30, 9, 54).getTime();

  it('a time of day as the language writes it', () => {
    expect(plain(formatTime('en', morning, morning))).to.equal('9:54 AM');
    expect(plain(formatTime('tr', morning, morning))).to.equal('09:54');
    expect(plain(formatTime('de', morning, morning))).to.equal('09:54');
  });

  it('has its day unless that is today', () => {
    const later = new Date(2026, 11, 1, 0, 1).getTime();
    expect(plain(formatTime('en', morning, later))).to.match(/^Nov 30, 2026.* 9:54 AM$/u);
    expect(plain(formatTime('tr', morning, later))).to.match(/^30 Kas 2026.* 09:54$/u);
  });

  it('is written out where it is spoken', () => {
    expect(plain(formatSeconds('en', 60_400, 'long'))).to.equal('1 minute');
    expect(plain(formatSeconds('en', 9400, 'long'))).to.equal('9 seconds');
    expect(plain(formatSeconds('tr', 60_400, 'long'))).to.equal('1 dakika');
  });
});
