import type { Evidence, Recogniser } from '../dialects/auto/index.js';

/** One stream whose dialect nobody has named. What tells of it is in a file of its own, loaded on use. */
export class Recognition {
  /** The dialect's name; nothing when it cannot be told. Rejects when the file cannot be loaded. */
  readonly name: Promise<string | undefined>;
  readonly #recogniser: Promise<Recogniser>;
  #settle: (name: string | undefined) => void = () => undefined;
  #isOver = false;

  constructor(known: readonly string[]) {
    const told = new Promise<string | undefined>((resolve) => {
      this.#settle = (name) => {
        this.#isOver = true;
        resolve(name);
      };
    });
    this.#recogniser = import('../dialects/auto/index.js').then(({ Recogniser }) => new Recogniser(known));
    this.name = Promise.race([told, this.#recogniser.then(() => told)]);
  }

  /** Whether it is over, once all that was handed in has been looked at. Never rejects. */
  async isDecided(): Promise<boolean> {
    return (await this.#recogniser.catch(() => undefined)) === undefined || this.#isOver;
  }

  /** Resolves with whether it is still open. Never rejects. */
  async see(evidence: Evidence): Promise<boolean> {
    const recogniser = await this.#recogniser.catch(() => undefined);
    if (recogniser === undefined || this.#isOver) return false;
    recogniser.see(evidence);
    if (recogniser.name !== undefined || recogniser.isLost) this.#settle(recogniser.name);
    return !this.#isOver;
  }

  /** Nothing more will come; what was handed in counts first. */
  async giveUp(): Promise<void> {
    if (!(await this.isDecided())) this.#settle(undefined);
  }

  /** Another stream is in its place. */
  abandon(): void {
    this.#settle(undefined);
  }
}
