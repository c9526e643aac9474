/**
 * Finds headings in the text of a reasoning summary while it streams in (protocols.md 0.4).
 *
 * A heading is a bold span `**Title**` that ends its line (or its part), is not preceded by white space and has at most
 * 80 characters. Fragments cut anywhere, so this is a state machine over single characters: what it keeps of a line is
 * the text of an open span of at most 80 characters, never the summary, and any split gives the same headings.
 */

/** Unicode code points of a title, its asterisks not counted. */
export const MAX_HEADING = 80;

interface Span {
  /** The text so far; absent once the span can no longer be a heading. It still pairs up with its closing asterisks. */
  readonly title?: string;
  /** Code points in `title`. */
  readonly size: number;
}

/** What is kept of the current line. */
export interface HeadingTail {
  /** The character before the next one; empty at the start of a line. */
  readonly before: string;
  /** Asterisks that ended the text so far: what they mean depends on the character that follows. */
  readonly stars: number;
  /** The character before those asterisks. */
  readonly beforeStars: string;
  readonly open?: Span;
  /** The title of a span that is closed, while only white space follows it. */
  readonly closed?: string;
}

/** A tail and the headings that became known, oldest first. */
export interface HeadingScan {
  readonly tail: HeadingTail;
  readonly headings: readonly string[];
}

/** The tail at the start of a part. */
export const emptyTail: HeadingTail = Object.freeze({ before: '', stars: 0, beforeStars: '' });

const spoiled: Span = Object.freeze({ size: 0 });

const isSpace = (char: string): boolean => char === '' || /\s/u.test(char);
const isPunctuation = (char: string): boolean => /[\p{P}\p{S}]/u.test(char);
const isLowSurrogate = (char: string): boolean => char >= '\uDC00' && char <= '\uDFFF';
const isHighSurrogate = (char: string): boolean => char >= '\uD800' && char <= '\uDBFF';

/**
 * Reads the next fragment of a part.
 *
 * Cost: linear in the fragment, whatever the length of the line.
 */
export function scanHeading(tail: HeadingTail, text: string): HeadingScan {
  // By code unit and not by code point: a fragment may end inside a surrogate pair.
  let current = tail;
  const headings: string[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === '\n') {
      const heading = endPart(current);
      if (heading !== undefined) headings.push(heading);
      current = emptyTail;
    } else {
      current = readChar(current, char);
    }
  }
  return { tail: current, headings };
}

/** The heading that the end of the part completes, where no line break did. */
export function endPart(tail: HeadingTail): string | undefined {
  return readStars(tail, '').closed;
}

function readChar(tail: HeadingTail, char: string): HeadingTail {
  if (char === '*') {
    return tail.stars === 0
      ? { ...tail, before: char, stars: 1, beforeStars: tail.before }
      : { ...tail, before: char, stars: tail.stars + 1 };
  }
  const { open, closed } = readStars(tail, char);
  const next = { before: char, stars: 0, beforeStars: '' };
  if (open !== undefined) return { ...next, open: extend(open, char, tail.before) };
  return closed !== undefined && isSpace(char) ? { ...next, closed } : next;
}

function extend(span: Span, text: string, before: string): Span {
  if (span.title === undefined) return span;
  const size = span.size + (isLowSurrogate(text) && isHighSurrogate(before) ? 0 : text.length);
  return size > MAX_HEADING ? spoiled : { title: span.title + text, size };
}

type Spans = Pick<HeadingTail, 'open' | 'closed'>;

/** Decides what a run of asterisks is, now that the character after it (empty: end of line) is known. */
function readStars({ stars, beforeStars, open, closed }: HeadingTail, after: string): Spans {
  if (stars === 0) return { ...(open && { open }), ...(closed !== undefined && { closed }) };
  // One asterisk is a character like any other.
  if (stars === 1) return open ? { open: extend(open, '*', '') } : {};
  if (stars === 2) return readDelimiter(beforeStars, after, open);
  // Where parts are joined, one title may follow another: `**One****Two**`.
  if (stars === 4 && open && !isSpace(beforeStars)) return isSpace(after) ? {} : { open: { title: '', size: 0 } };
  // Bold italics, rules, empty spans: no heading, and none around them.
  return open ? { open: spoiled } : {};
}

/**
 * Two asterisks open before a visible character and close after one, as in Markdown. Between two visible characters
 * they close what is open, unless a full stop or the like says that they open: `x**2 is even.**Next title**`.
 */
function readDelimiter(before: string, after: string, open: Span | undefined): Spans {
  const mayOpen = !isSpace(after);
  const mayClose = open !== undefined && !isSpace(before);
  const onlyOpens = mayOpen && isPunctuation(before) && !isPunctuation(after);
  if (mayClose && !onlyOpens) return open.title === undefined ? {} : { closed: open.title };
  // White space before it: a span inside a sentence. It pairs, and is none.
  if (mayOpen) return { open: before !== '' && isSpace(before) ? spoiled : { title: '', size: 0 } };
  return open ? { open: spoiled } : {};
}
