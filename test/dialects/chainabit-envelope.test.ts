import { expect } from '@open-wc/testing';
import type { ActivityEvent } from '../../src/activity/event.js';
import { chainabitDialect } from '../../src/dialects/chainabit/index.js';
import type { Diagnostic } from '../../src/dialects/dialect.js';
import type { WireFrame } from '../../src/wire/frame.js';

function open(): { decode: (frame: unknown) => readonly ActivityEvent[]; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const decoder = chainabitDialect.createDecoder({ report: (one) => diagnostics.push(one) });
  return { decode: (frame) => decoder.decode(frame as WireFrame), diagnostics };
}

function typesOf(...frames: readonly unknown[]): string[] {
  const { decode } = open();
  return frames.flatMap((frame) => decode(frame).map(({ type }) => type));
}

const started = (runId: string | undefined, more: object = {}): string =>
  JSON.stringify({ ...(runId !== undefined && { runId }), payload: { callId: 'c' }, ...more });

describe('chainabit: envelope (B1)', () => {
  it('takes the name from the SSE event, else from type or event', () => {
    const body = { callId: 'c' };
    const names: readonly [WireFrame, string][] = [
      [{ event: 'tool.started', data: { ...body, type: 'tool.failed' } }, 'tool.start'],
      [{ data: { ...body, type: 'tool.started', event: 'tool.failed' } }, 'tool.start'],
      [{ data: { ...body, event: 'tool.started' } }, 'tool.start'],
      [{ event: 'message', data: { ...body, type: 'tool.started' } }, 'tool.start'],
      [{ event: '', data: { ...body, type: 'tool.started' } }, 'tool.start'],
      [{ event: 'message', data: { ...body, type: '', event: 'tool.started' } }, 'tool.start'],
    ];
    for (const [frame, type] of names) expect(typesOf(frame), JSON.stringify(frame)).to.deep.equal(['run.start', type]);
  });

  it('without payload takes the object itself, whose data is then output', () => {
    const { decode } = open();
    expect(decode({ event: 'tool.completed', data: { callId: 'c', data: { callId: 'inner' } } })[1]).to.deep.equal({
      type: 'tool.end',
      callId: 'c',
      result: 'completed',
      output: { callId: 'inner' },
    });
  });

  it('reads its fields from the envelope, else from the payload', () => {
    const inner = { runId: 'r2', stepId: 's2', at: '1970-01-01T00:00:02Z', messageId: 'm2' };
    const { decode } = open();
    expect(decode({ event: 'tool.started', data: { payload: inner } })).to.deep.equal([
      { type: 'run.start', first: true, runId: 'r2', at: 2000 },
      { type: 'tool.start', callId: 's2', status: 'active', at: 2000 },
    ]);
    const outer = { runId: 'r1', stepId: 's1', timestamp: 1000, messageId: 'm1' };
    expect(open().decode({ event: 'message.delta', data: { ...outer, payload: { ...inner, text: 't' } } })).to.deep.equal([
      { type: 'run.start', first: true, runId: 'r1', at: 1000 },
      { type: 'message.delta', mode: 'append', text: 't', messageId: 'm1', at: 1000 },
    ]);
  });

  it('reports each field of the wrong type and goes on without it', () => {
    const { decode, diagnostics } = open();
    const events = decode({ event: 'tool.started', data: { runId: 1, sequence: '2', at: 'noon', payload: { callId: 'c', toolKey: {} } } });
    expect(events).to.deep.equal([{ type: 'run.start', first: true }, { type: 'tool.start', callId: 'c', status: 'active' }]);
    expect(diagnostics.map(({ code, reason }) => `${code} ${reason}`)).to.deep.equal([
      'malformed tool.started: "runId" must be string, got number; the field was left out',
      'malformed tool.started: "sequence" must be number, got string; the field was left out',
      'malformed tool.started: "at" must be a time in ISO form or in milliseconds, got string; the field was left out',
      'malformed tool.started: "toolKey" must be string, got object; the field was left out',
    ]);
  });

  it('keeps a terminal event although its payload is unusable', () => {
    expect(typesOf({ event: 'run.failed', data: '{"payload":"oops"}' })).to.deep.equal(['run.start', 'run.failed']);
    expect(typesOf({ event: 'message.completed', data: '{"payload":[1]}' })).to.deep.equal(['run.start', 'message.done', 'run.settled']);
  });

  const DROPPED: readonly (readonly [name: string, frame: unknown, code: string, reason: RegExp])[] = [
    ['text that is not JSON', { event: 'tool.started', data: '{"payl' }, 'malformed', /^tool\.started: .*JSON/],
    ['empty data', { event: 'tool.started', data: '' }, 'malformed', /empty/],
    ['a bare value', { event: 'message.delta', data: '"hello"' }, 'malformed', /object/],
    ['a list', { event: 'tool.started', data: '[]' }, 'malformed', /object/],
    ['no name at all', { data: '{"payload":{}}' }, 'malformed', /event name/],
    ['an unknown event', { event: 'tool.exploded', data: '{}' }, 'unknown', /tool\.exploded/],
    ['a name from the prototype', { event: 'constructor', data: '{}' }, 'unknown', /constructor/],
    ['the end mark of others', { data: '[DONE]' }, 'ignored', /end mark/],
    ['no frame', undefined, 'malformed', /cannot be read/],
  ];
  for (const [name, frame, code, reason] of DROPPED) {
    it(`drops ${name}, with a reason, and goes on`, () => {
      const { decode, diagnostics } = open();
      expect(decode(frame)).to.deep.equal([]);
      expect(diagnostics).to.have.lengthOf(1);
      expect(diagnostics[0]?.code).to.equal(code);
      expect(diagnostics[0]?.reason).to.match(reason);
      expect(decode({ event: 'tool.started', data: started('r') }).map(({ type }) => type)).to.deep.equal(['run.start', 'tool.start']);
    });
  }

  it('takes pushed values of any kind, cyclic and BigInt ones too', () => {
    const cyclic: Record<string, unknown> = { callId: 'c', output: 10n };
    cyclic['self'] = cyclic;
    expect(typesOf({ event: 'tool.completed', data: cyclic })).to.deep.equal(['run.start', 'tool.end']);
    const trap = { get payload(): unknown { throw new Error('no'); } };
    const { decode, diagnostics } = open();
    const values: readonly unknown[] = [trap, 5n, () => 1, Symbol('s'), null, undefined, Object.create(null), cyclic];
    for (const data of values) {
      expect(() => decode({ event: 'x.y', data }), typeof data).not.to.throw();
      expect(() => decode({ event: 'tool.started', data })).not.to.throw();
      expect(() => decode({ data })).not.to.throw();
    }
    expect(diagnostics.length).to.be.greaterThan(10);
  });

  it('never quotes credentials or thoughts', () => {
    const { decode, diagnostics } = open();
    decode({ event: 'x', data: '{"api_key":"sk-SECRET1","password": "SECRET2", "a":1' });
    decode({ event: 'y', data: { authToken: 'SECRET3' } });
    decode({ data: '{"type":"cot.delta","text":"SECRET4' });
    decode({ event: 'reasoning.delta', data: { reasoning: 'SECRET5' } });
    expect(JSON.stringify(diagnostics)).not.to.contain('SECRET');
    expect(diagnostics.filter(({ sample }) => sample !== undefined)).to.have.lengthOf(2);
  });
});

describe('chainabit: cot.*', () => {
  it('is counted, in any case and from any field, and its text kept nowhere', () => {
    const { decode, diagnostics } = open();
    for (const frame of [
      { event: 'cot.step', data: '{"runId":"r","payload":{"text":"SECRET"}}' },
      { event: 'COT.Step', data: 'SECRET' },
      { data: { type: 'cot.summary', text: 'SECRET' } },
      { data: { event: 'Cot.x', runId: 'r', text: 'SECRET' } },
    ]) {
      expect(decode(frame)).to.deep.equal([]);
    }
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['ignored', 'ignored', 'ignored', 'ignored']);
    expect(JSON.stringify(diagnostics)).not.to.contain('SECRET');
    // And it opens no run.
    expect(decode({ event: 'tool.started', data: started('r') })[0]).to.deep.equal({ type: 'run.start', first: true, runId: 'r' });
  });
});

describe('chainabit: runs and repetitions (B2)', () => {
  it('opens a run once, and again under another id', () => {
    const types = typesOf(
      { event: 'tool.started', data: started(undefined) },
      { event: 'tool.started', data: started('a') },
      { event: 'tool.started', data: started(undefined) },
      { event: 'tool.started', data: started('b') },
    );
    expect(types).to.deep.equal(['run.start', 'tool.start', 'run.start', 'tool.start', 'tool.start', 'run.start', 'tool.start']);
  });

  it('drops an id that was seen on the stream, whatever the run', () => {
    const { decode, diagnostics } = open();
    const send = (runId: string | undefined, id: string): number => decode({ event: 'tool.started', data: started(runId), id }).length;
    expect(send(undefined, '0'), 'before any run is named').to.equal(2);
    expect(send('a', '0'), 'again, with a run').to.equal(0);
    expect(send('a', '1')).to.equal(2);
    expect(send('a', '1'), 'again').to.equal(0);
    expect(send(undefined, '1'), 'again, run not named').to.equal(0);
    expect(send('b', '1'), 'again, as the first of another run').to.equal(0);
    expect(send('b', '2')).to.equal(2);
    expect(send(undefined, '1'), 'an id of the run before').to.equal(0);
    expect(diagnostics.every(({ code }) => code === 'duplicate')).to.equal(true);
    expect(diagnostics).to.have.lengthOf(5);
  });

  it('drops a sequence at or below the last one of the same run', () => {
    const { decode, diagnostics } = open();
    const send = (runId: string | undefined, sequence?: number): number =>
      decode({ event: 'tool.started', data: started(runId, sequence === undefined ? {} : { sequence }) }).length;
    expect(send('a', 1)).to.equal(2);
    expect(send('a', 1), 'the same').to.equal(0);
    expect(send('a', 5), 'a gap').to.equal(1);
    expect(send('a', 4), 'lower').to.equal(0);
    expect(send(undefined, 5), 'the same, run not named').to.equal(0);
    expect(send('b', 1), 'the first of another run').to.equal(2);
    expect(send(undefined, 1), 'again, run not named').to.equal(0);
    expect(send('b', 0), 'lower').to.equal(0);
    expect(send('b'), 'neither id nor sequence').to.equal(1);
    expect(send('b'), 'and again').to.equal(1);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['duplicate', 'gap', 'duplicate', 'duplicate', 'duplicate', 'duplicate']);
  });

  it('takes a frame that was unreadable the first time', () => {
    const types = typesOf(
      { event: 'tool.started', data: '{"runId":"a","pay', id: '1' },
      { event: 'tool.started', data: started('a', { sequence: 1 }), id: '1' },
    );
    expect(types).to.deep.equal(['run.start', 'tool.start']);
  });

  it('drops what comes late for a run that another one has followed', () => {
    const { decode, diagnostics } = open();
    decode({ event: 'tool.started', data: started('a') });
    decode({ event: 'tool.started', data: started('b') });
    expect(decode({ event: 'run.settlement.completed', data: started('a') })).to.deep.equal([]);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['ignored']);
  });

  it('remembers a bounded number of ids', () => {
    const { decode } = open();
    const send = (id: number): number => decode({ event: 'tool.progress', data: { callId: 'c', runId: 'a' }, id: String(id) }).length;
    for (let id = 0; id < 32_769; id += 1) send(id);
    expect(send(32_768), 'the newest').to.equal(0);
    expect(send(1), 'the oldest that is kept').to.equal(0);
    expect(send(0), 'one more than are kept').to.equal(1);
  });

  it('puts the text of a full replay in the place of what a history brought', () => {
    const delta = (sequence: number, text: string): WireFrame => ({ event: 'message.delta', data: { runId: 'r', sequence, text } });
    const modes = (...frames: readonly WireFrame[]): unknown[] => {
      const { decode } = open();
      return frames.flatMap((frame) => decode(frame).flatMap((event) => ('mode' in event ? [event.mode] : [])));
    };
    expect(modes(delta(1, 'a'), delta(2, 'b'))).to.deep.equal(['replace', 'append']);
    expect(modes(delta(8, 'a'), delta(9, 'b'))).to.deep.equal(['append', 'append']);
  });
});
