import type { Evidence } from '../dialects/auto/index.js';
import { type Transport, TransportError, type TransportSink } from '../wire/transport.js';
import type { SessionFault } from './fault.js';

/** What a connection tells while its dialect is not known, and asks. */
export interface Unrecognised {
  readonly isOpen: boolean;
  readonly see: (evidence: Evidence) => void;
  /** Whether what was seen is enough. Never rejects. */
  readonly isDecided: () => Promise<boolean>;
  /** The body ended, and what came of it has told nothing. */
  readonly giveUp: () => void;
  /** The dialect is there; or why it will not be. Never rejects. */
  readonly known: () => Promise<SessionFault | undefined>;
}

/**
 * A transport that keeps what a connection brings until its dialect is known, and then hands it on in order. A stream that
 * cannot be recognised ends with `unrecognised`; how much is kept until then is the recogniser's to say.
 */
export function untilRecognised(transport: Transport, dialect: Unrecognised): Transport {
  return async (request, sink) => {
    if (!dialect.isOpen) return transport(request, sink);
    const kept: (() => void)[] = [];
    const hold = holding(sink, dialect, kept);
    const delivered = dialect.known().then((problem) => {
      if (problem) throw new TransportError(problem.retryable ? 'unloaded' : 'unrecognised', problem.message);
      hold.release();
    });
    const body = transport(request, hold.sink).then(
      () => {
        if (kept.length > 0) dialect.giveUp();
      },
      async (error: unknown) => {
        // What came before the cut counts, where it is only the dialect's file that is awaited.
        if (await dialect.isDecided()) await delivered;
        throw error;
      },
    );
    // Without a frame there is nothing to recognise: the body ends as it does.
    const ended = body.then(() => (kept.length > 0 ? delivered : undefined));
    await Promise.race([ended, delivered.then(() => body)]);
  };
}

function holding(sink: TransportSink, dialect: Unrecognised, kept: (() => void)[]): { readonly sink: TransportSink; readonly release: () => void } {
  let isHeld = true;
  const pass = (call: () => void): void => {
    if (isHeld) kept.push(call);
    else call();
  };
  const held: TransportSink = {
    ...sink,
    open: (info) => {
      sink.open(info);
      if (info.headers && dialect.isOpen) dialect.see({ headers: info.headers });
    },
    frames: (frames) => {
      sink.alive();
      if (dialect.isOpen) dialect.see({ frames });
      pass(() => {
        sink.frames(frames);
      });
    },
    cursor: (id) => {
      pass(() => {
        sink.cursor(id);
      });
    },
  };
  const release = (): void => {
    isHeld = false;
    for (const call of kept.splice(0)) call();
  };
  return { sink: held, release };
}
