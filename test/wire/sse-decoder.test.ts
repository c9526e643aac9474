import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { SseDecoder } from '../../src/wire/sse-decoder.js';
import { PARSING_CASES } from './conformance-cases.js';
import { parsePlainly, type PlainEvent } from './plain-parser.js';

interface Outcome {
  readonly events: readonly PlainEvent[];
  readonly lastId: string;
  readonly retries: readonly number[];
}

function decode(pieces: readonly Uint8Array[], maxEventSize?: number): Outcome & { readonly tooLarge: number } {
  const retries: number[] = [];
  let tooLarge = 0;
  const decoder = new SseDecoder({
    ...(maxEventSize !== undefined && { maxEventSize }),
    onRetry: (milliseconds) => retries.push(milliseconds),
    onTooLarge: () => (tooLarge += 1),
  });
  const events: PlainEvent[] = [];
  let id = '';
  for (const piece of pieces) {
    const frames = decoder.push(piece);
    for (const frame of frames) {
      id = frame.id ?? id;
      events.push({ type: frame.event ?? 'message', data: String(frame.data), id });
    }
    if (frames.length === 0) id = decoder.lastEventId ?? id;
  }
  decoder.end();
  return { events, lastId: decoder.lastEventId ?? '', retries, tooLarge };
}

function inPieces(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

/** Without the id in force, where one push may hold both a frame and a block that only moves the id. */
function bare({ events, lastId }: Outcome): unknown {
  return { events: events.map(({ type, data }) => [type, data]), lastId };
}

/** What looks through a text, or copies it: each costs as much as the text is long. */
const READERS = ['endsWith', 'includes', 'indexOf', 'lastIndexOf', 'match', 'replace', 'search', 'slice', 'split', 'startsWith', 'substring'] as const;

/** How many characters the string methods were called on, and `join` put together, while it ran. */
function charactersHandled(run: () => void): number {
  let count = 0;
  const text = String.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const list = Array.prototype as unknown as Record<'join', (...args: unknown[]) => string>;
  const { join } = list;
  const originals = READERS.map((name) => [name, text[name]!] as const);
  for (const [name, original] of originals) {
    text[name] = function (this: string, ...args) {
      count += this.length;
      return Reflect.apply(original, this, args);
    };
  }
  list.join = function (this: unknown[], ...args) {
    const joined = Reflect.apply(join, this, args);
    count += joined.length;
    return joined;
  };
  try {
    run();
  } finally {
    for (const [name, original] of originals) text[name] = original;
    list.join = join;
  }
  return count;
}

describe('SSE decoder: conformance (F10)', () => {
  for (const { name, input, events, lastId, retries } of PARSING_CASES) {
    it(name, () => {
      const bytes = new TextEncoder().encode(input);
      const expected = {
        events: events.map(([data, id, type]) => ({ type: type ?? 'message', data, id })),
        lastId: lastId ?? events.at(-1)?.[1] ?? '',
        retries: retries ?? [],
        tooLarge: 0,
      };
      expect(decode(inPieces(bytes, 1)), 'pieces of 1').to.deep.equal(expected);
      for (const size of [2, 3, 7, bytes.length || 1]) {
        const outcome = decode(inPieces(bytes, size));
        expect(bare(outcome), `pieces of ${String(size)}`).to.deep.equal(bare(expected));
        expect(outcome.retries).to.deep.equal(expected.retries);
      }
      for (let at = 0; at <= bytes.length; at += 1) {
        const outcome = decode([bytes.subarray(0, at), bytes.subarray(at)]);
        expect(bare(outcome), `split at ${String(at)}`).to.deep.equal(bare(expected));
      }
    });
  }

  it('agrees with the standard, word for word, on anything', () => {
    const piece = fc.constantFrom(
      'data', 'data:', 'data: ', 'event:', 'id:', 'id', 'id: ', 'retry:', ':', ' ', 'x', '12', '\0', '\ufeff', '…', '🙂', '\n', '\n', '\n\n', '\r', '\r\n', '\r\n\r\n',
    );
    const text = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(7), { minLength: 1, maxLength: 5 }), (stream, sizes) => {
        const bytes = new TextEncoder().encode(stream);
        const pieces: Uint8Array[] = [];
        for (let at = 0, i = 0; at < bytes.length; i += 1) {
          const size = (sizes[i % sizes.length] ?? 0) + 1;
          pieces.push(bytes.subarray(at, at + size));
          at += size;
        }
        expect(bare(decode(pieces))).to.deep.equal(bare({ ...parsePlainly(stream), retries: [] }));
        expect(decode(inPieces(bytes, 1)).events).to.deep.equal(parsePlainly(stream).events);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('SSE decoder: limits', () => {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

  it('F11 drops an event over the limit, its id too, and goes on', () => {
    const stream = encode(`id:1\ndata:a\n\nid:2\ndata:${'y'.repeat(50)}\ndata:${'z'.repeat(60)}\n\ndata:b\n\n`);
    for (const size of [1, 3, 64, stream.length]) {
      const { events, lastId, tooLarge } = decode(inPieces(stream, size), 100);
      expect(events.map(({ data }) => data)).to.deep.equal(['a', 'b']);
      expect({ lastId, tooLarge }).to.deep.equal({ lastId: '1', tooLarge: 1 });
    }
  });

  it('F11 drops one line over the limit', () => {
    const stream = encode(`data:${'y'.repeat(500)}\nid:9\ndata:more\n\ndata:b\n\n`);
    for (const size of [1, 7, stream.length]) {
      const { events, lastId, tooLarge } = decode(inPieces(stream, size), 100);
      expect(events.map(({ data }) => data)).to.deep.equal(['b']);
      expect({ lastId, tooLarge }).to.deep.equal({ lastId: '', tooLarge: 1 });
    }
  });

  it('F11 takes an event at the limit', () => {
    const { events, tooLarge } = decode([encode(`data:${'y'.repeat(95)}\n\n`)], 100);
    expect(events).to.have.length(1);
    expect(tooLarge).to.equal(0);
  });

  it('F11 handles each character of a line a few times, however many pieces it comes in', () => {
    const chunk = encode('y'.repeat(1024));
    const work = (pieces: number): number =>
      charactersHandled(() => {
        const decoder = new SseDecoder({ maxEventSize: 64 * 1024 * 1024 });
        decoder.push(encode('data:'));
        for (let i = 0; i < pieces; i += 1) decoder.push(chunk);
        expect(decoder.push(encode('\n\n'))).to.have.length(1);
      });
    // 4 is linear, 16 quadratic.
    expect(work(1024) / work(256)).to.be.within(3.5, 4.5);
  });

  it('F12 counts no comment into an event, however many or long', () => {
    const comments = encode(`${':x\n'.repeat(100)}:${'c'.repeat(500)}\n`);
    const { events, tooLarge } = decode([encode('data:a\n'), comments, ...inPieces(comments, 7), encode('data:b\n\n')], 100);
    expect(events.map(({ data }) => data)).to.deep.equal(['a\nb']);
    expect(tooLarge).to.equal(0);
  });

  it('F2 replaces broken UTF-8 and goes on', () => {
    const bytes = new Uint8Array([...encode('data:'), 0xff, 0xe2, 0x82, ...encode('\n\ndata:b\n\n')]);
    for (const size of [1, bytes.length]) {
      expect(decode(inPieces(bytes, size)).events.map(({ data }) => data)).to.deep.equal(['\ufffd\ufffd', 'b']);
    }
  });
});
