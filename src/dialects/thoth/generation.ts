/** A stream that can be opened again: `<chainabit-activity>`, or a session. */
export interface OpenStream {
  connect(): void;
  close(): void;
}

/**
 * The generations of one session's stream. A resume gives the session another runtime behind the same URL, so the
 * connection to the one before is closed and the same URL opened again; after a resume that failed, nothing is opened.
 */
export class StreamGeneration {
  readonly #stream: OpenStream;
  #value = 0;
  #asked = 0;

  constructor(stream: OpenStream) {
    this.#stream = stream;
  }

  /** How often the stream was opened again. */
  get value(): number {
    return this.#value;
  }

  /**
   * Asks for a resume. Never rejects.
   *
   * @param request The host's own request. A `Response` that is not `ok`, `false`, and a rejection mean that it failed.
   * @returns Whether the stream was opened again: not after a failure, and not when another resume was asked for meanwhile.
   */
  async resume(request: () => Promise<unknown>): Promise<boolean> {
    this.#asked += 1;
    const asked = this.#asked;
    let answer: unknown;
    try {
      answer = await request();
    } catch {
      return false;
    }
    const failed = answer === false || (answer instanceof Response && !answer.ok);
    if (failed || asked !== this.#asked) return false;
    this.#value += 1;
    this.#stream.close();
    this.#stream.connect();
    return true;
  }
}
