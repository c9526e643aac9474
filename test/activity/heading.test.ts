import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { emptyTail, endPart, MAX_HEADING, scanHeading, type HeadingTail } from '../../src/activity/heading.js';

/** All headings of one part that arrives in these fragments. */
function scan(fragments: readonly string[]): string[] {
  let tail: HeadingTail = emptyTail;
  const found: string[] = [];
  for (const fragment of fragments) {
    const result = scanHeading(tail, fragment);
    tail = result.tail;
    found.push(...result.headings);
  }
  const last = endPart(tail);
  return last === undefined ? found : [...found, last];
}

/** What the tail keeps of the text, in code points. */
function kept(tail: HeadingTail): number {
  return codePoints(`${tail.before}${tail.beforeStars}${tail.open?.title ?? ''}${tail.closed ?? ''}`);
}

function codePoints(text: string): number {
  return Array.from(text).length;
}

// The slow reference: the whole line at once, by delimiters as Markdown pairs them. It shares no code with the scanner.

function reference(text: string): string[] {
  return text.split('\n').flatMap((line) => referenceLine(line.replace(/\s+$/u, '')) ?? []);
}

interface Opener {
  readonly from: number;
  good: boolean;
}

const isSpace = (char: string): boolean => char === '' || /^\s$/u.test(char);
const isPunctuation = (char: string): boolean => /^[\p{P}\p{S}]$/u.test(char);

function referenceLine(line: string): string | undefined {
  let opener: Opener | undefined;
  let last: (Opener & { to: number }) | undefined;
  for (const { 0: stars, index } of line.matchAll(/\*{2,}/gu)) {
    const end = index + stars.length;
    const before = line.slice(0, index).slice(-1);
    const after = line.slice(end, end + 1);
    const opensOnly = !isSpace(after) && isPunctuation(before) && !isPunctuation(after);
    const closes = opener !== undefined && !isSpace(before);
    if (stars.length === 4 && closes) {
      opener = isSpace(after) ? undefined : { from: end, good: true };
    } else if (stars.length === 2 && closes && !opensOnly) {
      last = { ...opener!, to: index };
      opener = undefined;
    } else if (stars.length === 2 && !isSpace(after)) {
      opener = { from: end, good: before === '' || !isSpace(before) };
    } else if (opener) {
      opener.good = false;
    }
  }
  if (!last?.good || last.to + 2 !== line.length) return undefined;
  const title = line.slice(last.from, last.to);
  return title !== '' && codePoints(title) <= MAX_HEADING ? title : undefined;
}

const long = (count: number, char = 'x'): string => char.repeat(count);

const whole: readonly (readonly [name: string, text: string, headings: readonly string[]])[] = [
  ['a title on its own line', '**Reading the file**\n\nI will', ['Reading the file']],
  ['two titles in one text', '**One**\n\nbody\n\n**Two**\n\nbody', ['One', 'Two']],
  ['a title after a full stop, where parts are joined', 'That is the end.**Next title**\n\nBody', ['Next title']],
  ['a title after another title-only part', '**One****Two**\n', ['Two']],
  ['a whole part without a line break', '**Only title**', ['Only title']],
  ['a CR before the line break', '**Title**\r\n\r\nBody', ['Title']],
  ['spaces at the end of the line', '**Title**  \t \nBody', ['Title']],
  ['a quoted title', '**"Quoted" title**\n', ['"Quoted" title']],
  ['a title that ends in a question mark', '**Which one?**\n', ['Which one?']],
  ['a title after an exponent in joined text', 'We know that x**2 is even.**Next step**\n', ['Next step']],
  ['one asterisk inside a title', '**Calculating 2 * 3**\n', ['Calculating 2 * 3']],
  ['Turkish', '**Randevu aranıyor**\n', ['Randevu aranıyor']],
  ['a title of 80 characters', `**${long(80)}**\n`, [long(80)]],
  ['a title of 80 code points outside the basic plane', `**${long(80, '🗓')}**\n`, [long(80, '🗓')]],
  ['a title after a very long line', `${long(5000)}.**Next**\n`, ['Next']],
  ['a lone surrogate in a title', '**a\uD800b**\n', ['a\uD800b']],
  ['none: a span inside a sentence', 'I use **bold** here.\n', []],
  ['none: a span at the end of a sentence, after a space', 'This is **important**\n', []],
  ['none: a span followed by a full stop', '**Important**.\n', []],
  ['none: a title followed by its body on the same line', '**Title** body\n', []],
  ['none: a list item', '- **Item**\n', []],
  ['none: an indented line', '  **Indented**\n', []],
  ['none: the text between two spans', '**a** b**\nfoo **bar**baz**\n', []],
  ['none: a title of 81 characters', `**${long(81)}**\n`, []],
  ['none: 81 code points outside the basic plane', `**${long(81, '🗓')}**\n`, []],
  ['none: a span that opened long before the end of the line', `**${long(500)} end**\n`, []],
  ['none: the end of a long span does not open another', `**${long(200)}**tail**\n`, []],
  ['none: an empty span', '****\n** **\n**\n', []],
  ['none: bold italics', '***Title***\n', []],
  ['none: a rule', '*****\n---\n', []],
  ['none: an unfinished title at the end of its part', '**Unfinished', []],
  ['none: a title broken over lines', '**Broken\ntitle**\n', []],
  ['none: exponents', '2 ** 3 ** 4\nx**2 + y**2\n', []],
];

describe('the heading scanner (V1)', () => {
  for (const [name, text, headings] of whole) {
    it(name, () => {
      expect(scan([text])).to.deep.equal(headings);
      expect(scan(text.split(''))).to.deep.equal(headings);
      expect(reference(text)).to.deep.equal(headings);
    });
  }

  it('takes a title over fragments, the closing asterisks with both line breaks and the first word of the body', () => {
    expect(scan(['**Calcul', 'ating', ' the', ' result', '**\n\nI', "'ll do"])).to.deep.equal(['Calculating the result']);
  });

  it('takes a title as soon as its line ends', () => {
    const first = scanHeading(emptyTail, '**Title**');
    expect(first.headings).to.deep.equal([]);
    expect(scanHeading(first.tail, '\n').headings).to.deep.equal(['Title']);
  });

  it('counts a surrogate pair once that is cut in two', () => {
    const title = long(80, '🗓');
    expect(scan(['**', ...title.split(''), '**\n'])).to.deep.equal([title]);
  });

  const piece = fc.constantFrom('**', '*', '***', '****', '\n', '\r\n', ' ', '  ', '.', ':', 'a', 'Title', '🗓', '\uD83D', long(40), long(79), '\t', 'ı', '"', '(');
  const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''));
  const cuts = fc.array(fc.nat(2000), { maxLength: 30 });

  it('finds in any split what the reference finds in the whole', () => {
    fc.assert(
      fc.property(text, cuts, (source, places) => {
        const at = [...new Set(places.map((place) => place % (source.length + 1)))].sort((a, b) => a - b);
        const fragments = [...at, source.length].map((end, index) => source.slice(index === 0 ? 0 : at[index - 1], end));
        expect(scan(fragments)).to.deep.equal(reference(source));
      }),
      { numRuns: 3000 },
    );
  });

  it('keeps at most 85 characters, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (fragments) => {
        let tail: HeadingTail = emptyTail;
        for (const fragment of fragments) {
          ({ tail } = scanHeading(tail, fragment));
          expect(kept(tail)).to.be.at.most(85);
        }
      }),
    );
  });

  it('leaves the tail it was given alone', () => {
    const tail = Object.freeze(scanHeading(emptyTail, 'end.**Ne').tail);
    const copy = { ...tail };
    scanHeading(tail, 'xt**\n**Other');
    expect(tail).to.deep.equal(copy);
  });
});
