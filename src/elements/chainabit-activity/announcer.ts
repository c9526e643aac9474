import type { ReactiveController, ReactiveControllerHost } from 'lit';

const QUIET = 1500;

/**
 * One polite live region's text, rate-limited: sentences that come close together are read as one. The region itself is
 * always in the tree, because one that appears with its text is not announced.
 */
export class Announcer implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #pending: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #text = '';

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get text(): string {
    return this.#text;
  }

  say(sentence: string): void {
    if (sentence === '') return;
    this.#pending.push(sentence);
    this.#timer ??= setTimeout(() => this.#flush(), this.#text === '' ? 0 : QUIET);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending = [];
  }

  #flush(): void {
    this.#timer = undefined;
    this.#text = this.#pending.join('. ');
    this.#pending = [];
    this.#host.requestUpdate();
  }
}
