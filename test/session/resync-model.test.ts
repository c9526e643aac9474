/** R2, R3, F18, F19: a server that resumes, sends everything again, leaves events out or refuses the cursor, and is cut each time. */
import { waitUntil } from '@open-wc/testing';
import fc from 'fast-check';
import type { WireFrame } from '../../src/wire/frame.js';
import { TransportError } from '../../src/wire/transport.js';
import { settled } from '../support/fake-clock.js';
import { fixture, type Fixture, jsonReply, type Link, ScriptedFetch } from './fixture.js';

/** Each letter is an event that shows at once when it is lost, doubled or out of order; the end has no text of its own. */
const TEXT = 'abcdefghijklm';
const LENGTH = TEXT.length + 1;

const ID_FORMS: Readonly<Record<string, (index: number) => string>> = {
  'numbers of one and two digits': (index) => String(index + 7),
  'numbers of a log service': (index) => `1700000000000-${String(index + 5)}`,
  'ids that nobody can compare': (index) => `id ${TEXT.charAt(index)}`,
};

function logOf(idOf: (index: number) => string): readonly WireFrame[] {
  return Array.from({ length: LENGTH }, (_, index) => {
    const isEnd = index === LENGTH - 1;
    const data = JSON.stringify({ runId: 'r', sequence: index + 1, payload: isEnd ? {} : { delta: TEXT.charAt(index) } });
    return { event: isEnd ? 'message.completed' : 'message.delta', id: idOf(index), data };
  });
}

/**
 * One connection. The first event and the last are not lost, as what has no neighbour is not missed by its number; nor,
 * with a history, the first of a connection: where a history ends, nobody knows which number comes next.
 */
interface Step {
  readonly mode: 'resume' | 'replay' | 'later' | 'refuse';
  /** Events beyond those that were sent before. */
  readonly count: number;
  readonly chunk: number;
  readonly dropped: readonly number[];
  /** The history answers only when nothing else can happen: a connection or more later. */
  readonly slow: boolean;
  /** The history has what this connection is about to send. */
  readonly ahead: boolean;
}

const STEP: fc.Arbitrary<Step> = fc.record({
  mode: fc.constantFrom('resume', 'replay', 'later', 'refuse'),
  count: fc.nat(5),
  chunk: fc.integer({ min: 1, max: 4 }),
  dropped: fc.uniqueArray(fc.integer({ min: 1, max: LENGTH - 2 }), { maxLength: 2 }),
  slow: fc.boolean(),
  ahead: fc.boolean(),
});

/** The rest of the run, without a fault. */
const REST: Step = { mode: 'resume', count: LENGTH, chunk: 3, dropped: [], slow: false, ahead: false };
/** So often the rest may have to be asked for: each resync may open the stream once more. */
const RESTS = Array.from({ length: 8 }, () => REST);

/** The server's side: one log, a history as far as it has sent, and a step for each connection. */
class Server {
  readonly fetch = new ScriptedFetch(() => this.#history());
  readonly #log: readonly WireFrame[];
  readonly #hasHistory: boolean;
  #sent = 0;
  #isSlow = false;
  #waiting: (() => void)[] = [];

  constructor(log: readonly WireFrame[], hasHistory: boolean) {
    this.#log = log;
    this.#hasHistory = hasHistory;
  }

  async play({ request, sink, fail, end }: Link, { mode, count, chunk, dropped, slow, ahead }: Step): Promise<void> {
    this.#isSlow = slow;
    const resumed = this.#log.findIndex(({ id }) => id === request.lastEventId) + 1;
    if (mode === 'refuse' && resumed > 0) {
      fail(new TransportError('http', 'Unknown cursor', { status: 412 }));
      return;
    }
    sink.open({});
    const from = mode === 'replay' ? 0 : resumed + (mode === 'later' && !this.#hasHistory && resumed > 0 && resumed < LENGTH - 1 ? 1 : 0);
    const to = Math.min(LENGTH, Math.max(from, this.#sent) + count);
    if (ahead) this.#sent = Math.max(this.#sent, to);
    const isKept = (index: number): boolean => !dropped.includes(index) || (this.#hasHistory && index === from);
    const frames = this.#log.slice(from, to).filter((frame) => isKept(this.#log.indexOf(frame)));
    for (let at = 0; at < frames.length && !request.signal.aborted; at += chunk) {
      const piece = frames.slice(at, at + chunk);
      this.#sent = Math.max(this.#sent, ...piece.map((frame) => this.#log.indexOf(frame) + 1));
      sink.frames(piece);
      await settled();
    }
    end();
  }

  /** Lets each history that is waited for arrive. */
  answer(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #history(): Response | Promise<Response> {
    const status = this.#sent === LENGTH ? 'completed' : 'streaming';
    const message = { id: 'm', role: 'assistant', runId: 'r', status, text: TEXT.slice(0, this.#sent), toolCalls: [] };
    const lastEventId = this.#log[this.#sent - 1]?.id;
    const reply = lastEventId === undefined ? jsonReply(200, { data: [] }) : jsonReply(200, { data: [message], meta: { lastEventId } });
    if (!this.#isSlow) return reply;
    return new Promise((resolve) => this.#waiting.push(() => resolve(reply)));
  }
}

const isOver = ({ state }: Fixture): boolean => state.run.status === 'settled';

/** What was told last of missing events. */
const toldLast = ({ faults }: Fixture): string | undefined => faults.map(({ code }) => code).findLast((code) => code === 'resynced' || code === 'events-lost');

async function live(made: Fixture, server: Server, steps: readonly Step[]): Promise<void> {
  made.session.connect();
  for (const [index, step] of [...steps, ...RESTS].entries()) {
    await waitUntil(async () => {
      await made.clock.tick(100_000);
      if (isOver(made) || made.transport.links.length > index) return true;
      // Nothing comes without it.
      server.answer();
      return false;
    }, 'no further attempt', { interval: 0 });
    if (isOver(made)) return;
    await server.play(made.transport.last, step);
  }
}

describe('session: resync under any order of faults', function () {
  this.timeout(60_000);

  for (const [name, idOf] of Object.entries(ID_FORMS)) {
    for (const hasHistory of [true, false]) {
      it(`R2 R3 F18 F19 ${name}, ${hasHistory ? 'with' : 'without'} a history: the whole run, or it is told that something is missing`, async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 6 }), fc.boolean(), async (steps, loses) => {
            const played = loses ? steps : steps.map((step): Step => ({ ...step, dropped: [], mode: step.mode === 'later' ? 'resume' : step.mode }));
            const server = new Server(logOf(idOf), hasHistory);
            const made = fixture({ net: server.fetch, config: { idleTimeout: 0, ...(hasHistory && { historySrc: '/history' }) } });
            await live(made, server, played);
            const { text } = made.state.message;
            const isWhole = isOver(made) && text === TEXT;
            const told = toldLast(made);
            made.session.dispose();
            if (!isWhole && told !== 'events-lost') throw new Error(`"${text}" and ${String(told)}`);
            if (!isWhole && !loses && hasHistory) throw new Error(`"${text}", though nothing was left out`);
          }),
          { numRuns: hasHistory ? 80 : 20 },
        );
      });
    }
  }
});
