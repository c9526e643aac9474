import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { MAX_FRAMES, MAX_SIZE, Recogniser } from '../../src/dialects/auto/index.js';
import { sniffs } from '../../src/dialects/auto/sniff.js';
import { dialectNames } from '../../src/dialects/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { anyFrame } from './arbitrary.js';
import { rows, undecided, undecidedHistories } from './auto-rows.js';
import { fetchText, parseRecording, parseSse } from './frames.js';
import { type Transcript, transcripts } from './transcripts.js';

const names = sniffs.map(({ name }) => name);

function recognised(frames: readonly WireFrame[], known: readonly string[] = names): string | undefined {
  const recogniser = new Recogniser(known);
  recogniser.see({ frames });
  return recogniser.name;
}

function stored(persisted: unknown): string | undefined {
  const recogniser = new Recogniser(names);
  recogniser.see({ persisted });
  return recogniser.name;
}

const shown = ({ event, data }: WireFrame): string => `${event ?? ''} ${String(data)}`.trim().slice(0, 90);

describe('auto: what tells a dialect', () => {
  it('has rows for each dialect that there is', () => {
    expect(Object.keys(rows)).to.have.members(names);
    expect(names).to.include.members([...dialectNames()]);
  });

  for (const [name, { frames, persisted = [], headers }] of Object.entries(rows)) {
    for (const frame of frames) {
      it(`${name}: ${shown(frame)}`, () => {
        expect(recognised([frame])).to.equal(name);
        // Also behind what tells nothing, and parsed by the host.
        expect(recognised([...undecided, frame])).to.equal(name);
      });
    }
    for (const value of persisted) {
      it(`${name}, stored: ${JSON.stringify(value).slice(0, 90)}`, () => {
        expect(stored(value)).to.equal(name);
        if (typeof value !== 'string') expect(stored(JSON.stringify(value))).to.equal(name);
      });
    }
    if (headers === undefined) continue;
    it(`${name}: its headers, before any frame`, () => {
      const recogniser = new Recogniser(names);
      recogniser.see({ headers: new Headers({ 'content-type': 'text/event-stream', ...headers }) });
      expect(recogniser.name).to.equal(name);
    });
  }

  for (const frame of undecided) {
    it(`nothing: ${shown(frame)}`, () => {
      expect(recognised([frame])).to.equal(undefined);
    });
  }

  for (const value of undecidedHistories) {
    it(`nothing, stored: ${JSON.stringify(value)}`, () => {
      expect(stored(value)).to.equal(undefined);
    });
  }

  it('nothing: the headers of any stream', () => {
    const recogniser = new Recogniser(names);
    recogniser.see({ headers: new Headers({ 'content-type': 'text/event-stream', 'x-vercel-ai-data-stream': 'v1' }) });
    expect(recogniser.name).to.equal(undefined);
  });

  it('the first answer stays', () => {
    const [first] = rows['ag-ui']?.frames ?? [];
    const [second] = rows['chatkit']?.frames ?? [];
    expect(recognised([first, second].filter((one) => one !== undefined))).to.equal('ag-ui');
  });

  it('a dialect that is not there is none, and its frames are not taken for another one\'s', () => {
    for (const [name, { frames }] of Object.entries(rows)) {
      const others = names.filter((one) => one !== name);
      for (const frame of frames) expect(recognised([frame], others), shown(frame)).to.equal(undefined);
    }
  });
});

describe('auto: the recogniser', () => {
  const nothing: WireFrame = { data: '{"type":"ping"}' };

  it('keeps a bounded number of frames', () => {
    const recogniser = new Recogniser(names);
    for (let count = 0; count < MAX_FRAMES; count += 1) recogniser.see({ frames: [nothing] });
    expect(recogniser.isLost).to.equal(false);
    recogniser.see({ frames: [nothing] });
    expect(recogniser.isLost).to.equal(true);
  });

  it('keeps a bounded size', () => {
    const recogniser = new Recogniser(names);
    recogniser.see({ frames: [{ data: ' '.repeat(MAX_SIZE) }] });
    expect(recogniser.isLost).to.equal(false);
    recogniser.see({ frames: [nothing] });
    expect(recogniser.isLost).to.equal(true);
  });

  it('is never lost once it knows', () => {
    const recogniser = new Recogniser(names);
    recogniser.see({ frames: [{ data: '{"type":"agent_start"}' }, { data: ' '.repeat(MAX_SIZE) }, nothing] });
    expect([recogniser.name, recogniser.isLost]).to.deep.equal(['pi', false]);
  });

  it('never throws, whatever it sees', () => {
    const trap = new Proxy({}, { get: () => { throw new Error('trap'); }, ownKeys: () => { throw new Error('trap'); } });
    expect(recognised([{ data: trap }])).to.equal(undefined);
    expect(stored(trap)).to.equal(undefined);
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 8 }), fc.anything({ maxDepth: 4 }), (frames, persisted) => {
        recognised(frames);
        stored(persisted);
      }),
      { numRuns: 200 },
    );
  });

  it('comes to the same wherever a stream is split', () => {
    const all = fc.constantFrom(...Object.values(rows).flatMap(({ frames }) => frames), ...undecided);
    fc.assert(
      fc.property(fc.array(all, { maxLength: 6 }), (frames) => {
        const recogniser = new Recogniser(names);
        for (const frame of frames) recogniser.see({ frames: [frame] });
        expect(recogniser.name).to.equal(recognised(frames));
      }),
      { numRuns: 100 },
    );
  });
});

describe('auto: the transcripts', () => {
  for (const name of transcripts) {
    it(name, async () => {
      const { dialect } = JSON.parse(await fetchText(`/test/transcripts/${name}.json`)) as Transcript;
      expect(recognised(parseSse(await fetchText(`/test/transcripts/${name}.sse`)).slice(0, MAX_FRAMES))).to.equal(dialect);
    });
  }
});

interface Index {
  readonly available: boolean;
  readonly folders?: Readonly<Record<string, readonly string[]>>;
}

const index = JSON.parse(await fetchText('/recordings/index.json')) as Index;

/** Arrays of payloads anywhere in a document, each a stream. */
function arraysIn(value: unknown): unknown[][] {
  if (Array.isArray(value)) return [value as unknown[]];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(arraysIn) : [];
}

/** A payload, or a case of which it is what is expected. */
function payloadOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'expected' in entry ? entry.expected : entry;
}

/** The streams of a recording, by its file form. */
function streamsOf(name: string, text: string): WireFrame[][] {
  if (name.endsWith('.json')) return arraysIn(JSON.parse(text)).map((payloads) => payloads.map((entry) => ({ data: payloadOf(entry) })));
  if (!name.endsWith('.jsonl')) return [parseRecording(name, text)];
  const lines = text.split('\n').filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as [string, unknown]);
  return [lines.map(([event, data]) => ({ event, data: JSON.stringify(data) }))];
}

describe('auto: the recordings', () => {
  if (!index.available) {
    it('NOT TESTED: ../shared/recordings is not beside the project', function () {
      console.warn('recordings were not found; their dialects were not recognised');
      this.skip();
    });
    return;
  }
  for (const [folder, files] of Object.entries(index.folders ?? {})) {
    for (const file of files) {
      it(`${folder}/${file}`, async () => {
        const streams = streamsOf(file, await fetchText(`/recordings/${folder}/${file}`)).filter((frames) => frames.length > 0);
        expect(streams).not.to.deep.equal([]);
        for (const frames of streams) expect(recognised(frames.slice(0, MAX_FRAMES))).to.equal(folder);
      });
    }
  }
});
