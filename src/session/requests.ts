import type { Clock } from '../wire/clock.js';
import { readJsonObject, readText, redirectPolicy, wordsOf } from '../wire/http.js';
import { TransportError } from '../wire/transport.js';
import type { HeaderSource } from './headers.js';

/** A request without an answer for so long has failed. */
const TIMEOUT = 30_000;
/** Bytes of one page of history. */
const MAX_PAGE = 16 * 1024 * 1024;

/** How a request went: an HTTP answer, or none. */
export type Answer =
  | { readonly status: number; readonly body?: Readonly<Record<string, unknown>>; readonly words?: string }
  | { readonly status: 0; readonly problem: 'network' | 'timeout' | 'headers' | 'redirect' | 'overdue' };

/** One page of JSON. */
export interface Page {
  readonly body: unknown;
  readonly link: string | null;
}

export interface RequestsOptions {
  readonly clock: Clock;
  readonly headers: HeaderSource;
  readonly fetch: () => typeof globalThis.fetch | undefined;
  readonly credentials: () => RequestCredentials;
}

interface Sending {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Readonly<Record<string, string>>;
  /** Asked right before anything leaves: the host's headers may have taken their time. */
  readonly isOverdue?: () => boolean;
}

/** The requests beside the stream: with the host's headers, fresh for each, and once more after a 401. */
export class Requests {
  readonly #options: RequestsOptions;
  readonly #timers = new Set<() => void>();

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  /**
   * POSTs JSON text. Never rejects. A redirect counts as a failure: followed, it would become a GET of, say, a sign-in
   * page, whose 200 would pass for an answer. What is overdue by the time it could leave is not sent.
   */
  async post(
    url: string,
    json: string,
    headers: Readonly<Record<string, string>> = {},
    isOverdue: () => boolean = () => false,
  ): Promise<Answer> {
    const sending: Sending = {
      url,
      isOverdue,
      init: { method: 'POST', body: json, redirect: 'manual' },
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
    };
    return this.#withTimeout(async (signal): Promise<Answer> => {
      const response = await this.#send(sending, signal);
      if (typeof response === 'string') return { status: 0, problem: response };
      if (response.type === 'opaqueredirect') return { status: 0, problem: 'redirect' };
      const body = await readJsonObject(response);
      const words = wordsOf(body);
      return { status: response.status, ...(body && { body }), ...(words !== undefined && { words }) };
    });
  }

  /** GETs one page of JSON, or tells why it could not be had. Never rejects. */
  async page(url: string, outer: AbortSignal): Promise<Page | TransportError> {
    const answer = await this.#withTimeout<Page | TransportError | Answer>(async (signal) => {
      const response = await this.#send({ url, init: {}, headers: { accept: 'application/json' } }, signal);
      return typeof response === 'string' ? { status: 0, problem: response } : pageOf(response);
    }, outer);
    return 'problem' in answer ? new TransportError('network', UNREACHED[answer.problem]) : (answer as Page | TransportError);
  }

  /** Stops the timers. A decision on its way still arrives. */
  dispose(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }

  async #send(sending: Sending, signal: AbortSignal): Promise<Response | 'network' | 'headers' | 'overdue'> {
    const first = await this.#sendOnce(sending, signal);
    if (typeof first === 'string' || first.status !== 401) return first;
    first.body?.cancel().catch(() => undefined);
    return this.#sendOnce(sending, signal);
  }

  async #sendOnce({ url, init, headers: own, isOverdue }: Sending, signal: AbortSignal): Promise<Response | 'network' | 'headers' | 'overdue'> {
    const credentials = this.#options.credentials();
    let headers: Headers;
    try {
      headers = new Headers(await this.#options.headers.get());
    } catch {
      return 'headers';
    }
    if (signal.aborted) return 'network';
    if (isOverdue?.() === true) return 'overdue';
    const policy = redirectPolicy(url, headers, credentials);
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    const send = this.#options.fetch() ?? globalThis.fetch.bind(globalThis);
    try {
      return await send(url, { ...policy, ...init, headers, credentials, signal, cache: 'no-store' });
    } catch {
      return 'network';
    }
  }

  /** The limit is for the whole of it: headers function, both attempts, body. */
  async #withTimeout<T>(perform: (signal: AbortSignal) => Promise<T>, outer?: AbortSignal): Promise<T | Answer> {
    const controller = new AbortController();
    const abort = (): void => {
      controller.abort();
    };
    if (outer?.aborted) abort();
    outer?.addEventListener('abort', abort, { once: true });
    let cancel = (): void => undefined;
    const timeout = new Promise<Answer>((resolve) => {
      cancel = this.#options.clock.after(TIMEOUT, () => {
        resolve({ status: 0, problem: 'timeout' });
        abort();
      });
      this.#timers.add(cancel);
    });
    try {
      return await Promise.race([perform(controller.signal), timeout]);
    } finally {
      cancel();
      this.#timers.delete(cancel);
      outer?.removeEventListener('abort', abort);
    }
  }
}

const UNREACHED = {
  network: 'The server could not be reached',
  timeout: 'The server did not answer in time',
  headers: 'The request could not be authorised',
  redirect: 'The server redirected the request',
  overdue: 'The request was not sent in time',
} as const satisfies Readonly<Record<Extract<Answer, { readonly status: 0 }>['problem'], string>>;

async function pageOf(response: Response): Promise<Page | TransportError> {
  const { status, headers } = response;
  if (!response.ok) {
    response.body?.cancel().catch(() => undefined);
    return new TransportError(status === 401 ? 'auth' : 'http', `The server answered with status ${String(status)}`, { status });
  }
  const text = await readText(response, MAX_PAGE);
  if (text === undefined) return new TransportError('network', 'A page of the history broke off, or is too large', { status });
  try {
    return { body: JSON.parse(text) as unknown, link: headers.get('link') };
  } catch {
    return new TransportError('content-type', 'The server sent broken JSON instead of a history', { status });
  }
}
