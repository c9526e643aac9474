import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Moments after which a connection may be dead without a word: the page was hidden, frozen, asleep or offline. */
const MOMENTS = [
  [() => document, 'visibilitychange'],
  [() => window, 'pageshow'],
  [() => window, 'online'],
] as const;

/** Calls back at each of them while the element is in the page. */
export class PageController implements ReactiveController {
  readonly #onMoment: () => void;

  constructor(host: ReactiveControllerHost, check: () => void) {
    this.#onMoment = () => {
      if (!document.hidden) check();
    };
    host.addController(this);
  }

  hostConnected(): void {
    for (const [target, name] of MOMENTS) target().addEventListener(name, this.#onMoment);
  }

  hostDisconnected(): void {
    for (const [target, name] of MOMENTS) target().removeEventListener(name, this.#onMoment);
  }
}
