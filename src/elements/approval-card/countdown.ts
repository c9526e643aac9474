import type { LitElement, ReactiveController } from 'lit';
import { formatSeconds } from '../../locales/format.js';
import type { Messages } from '../../locales/messages.js';
import { levelOf, roundedUp, type Level } from '../internal/deadline.js';
import { TickController } from '../internal/ticker.js';

export interface CountdownOptions {
  /** Epoch ms of the server's clock, while there is something to count down to. */
  readonly deadline: () => number | undefined;
  readonly now: () => number;
  readonly words: () => Messages;
  /** Where the text goes: an element that no template writes into. */
  readonly target: () => Element | null;
}

/** Time left, by the server's clock: one text node a second, and a render only when a level is crossed. */
export class Countdown implements ReactiveController {
  readonly #host: LitElement;
  readonly #options: CountdownOptions;
  #drawn: Level | undefined;

  constructor(host: LitElement, options: CountdownOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
    new TickController(
      host,
      () => options.deadline() !== undefined,
      () => this.#onTick(),
    );
  }

  get level(): Level | undefined {
    const left = this.#left();
    return left === undefined ? undefined : levelOf(left);
  }

  hostUpdated(): void {
    this.#drawn = this.level;
    this.#write();
  }

  #left(): number | undefined {
    const deadline = this.#options.deadline();
    return deadline === undefined ? undefined : deadline - this.#options.now();
  }

  #onTick(): void {
    if (this.level === this.#drawn) this.#write();
    else this.#host.requestUpdate();
  }

  #write(): void {
    const target = this.#options.target();
    const left = this.#left();
    if (target === null || left === undefined) return;
    const words = this.#options.words();
    const text = words.expiresIn(formatSeconds(words.locale, roundedUp(left)));
    if (target.firstChild instanceof Text) {
      if (target.firstChild.data !== text) target.firstChild.data = text;
    } else target.textContent = text;
  }
}
