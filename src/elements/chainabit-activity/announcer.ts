import type { LitElement, ReactiveController } from 'lit';
import { reveal } from '../../viewers/reveal.js';

const QUIET = 1500;
/** Then it has been heard; left there, it would be found by whoever reads on to the end of the feed. */
const HEARD = 8000;

/**
 * Speaks through one live region, rate-limited: sentences that come close together are read as one. The region is
 * always in the tree, because one that appears with its text is not announced, and its text is written directly: an
 * announcement costs no render.
 */
export class Announcer implements ReactiveController {
  readonly #host: LitElement;
  readonly #role: 'status' | 'alert';
  #pending: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #spoke = false;
  #clearing: ReturnType<typeof setTimeout> | undefined;

  constructor(host: LitElement, role: 'status' | 'alert') {
    this.#host = host;
    this.#role = role;
    host.addController(this);
  }

  say(sentence: string): void {
    if (sentence === '') return;
    this.#pending.push(sentence);
    this.#timer ??= setTimeout(() => this.#flush(), this.#spoke ? QUIET : 0);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#clearing);
    this.#timer = undefined;
    this.#pending = [];
  }

  #flush(): void {
    this.#timer = undefined;
    this.#spoke = true;
    this.#write(this.#pending.join('. '));
    this.#pending = [];
    clearTimeout(this.#clearing);
    this.#clearing = setTimeout(() => this.#write(''), HEARD);
  }

  #write(text: string): void {
    // Not `renderRoot`: frames may be pushed before the element has ever been in a page, and then there is none.
    const region = this.#host.shadowRoot?.querySelector(`.says[role="${this.#role}"]`);
    if (region) region.textContent = reveal(text);
  }
}
