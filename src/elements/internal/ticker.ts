import type { LitElement, ReactiveController } from 'lit';

/** One timer for the whole page: every running clock of every card ticks together, and none runs while none is needed. */
const running = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const SECOND = 1000;

function tick(): void {
  for (const each of [...running]) each();
}

function onVisibility(): void {
  setTimer();
  if (!document.hidden) tick();
}

function setTimer(): void {
  const wanted = running.size > 0 && !document.hidden;
  if (wanted && timer === undefined) timer = setInterval(tick, SECOND);
  if (!wanted && timer !== undefined) {
    clearInterval(timer);
    timer = undefined;
  }
}

function start(listener: () => void): void {
  if (running.size === 0) document.addEventListener('visibilitychange', onVisibility);
  running.add(listener);
  setTimer();
}

function stop(listener: () => void): void {
  running.delete(listener);
  if (running.size === 0) document.removeEventListener('visibilitychange', onVisibility);
  setTimer();
}

/**
 * Calls back once a second while `wanted` is true and the element is connected. The callback writes one text node; it
 * does not render, so that a running clock costs no render.
 */
export class TickController implements ReactiveController {
  readonly #host: LitElement;
  readonly #onTick: () => void;
  readonly #wanted: () => boolean;
  #on = false;

  constructor(host: LitElement, wanted: () => boolean, onTick: () => void) {
    this.#host = host;
    this.#wanted = wanted;
    this.#onTick = onTick;
    host.addController(this);
  }

  hostUpdated(): void {
    // An update that was on its way when the element left is done all the same.
    this.#set(this.#host.isConnected && this.#wanted());
  }

  hostDisconnected(): void {
    this.#set(false);
  }

  #set(on: boolean): void {
    if (on === this.#on) return;
    this.#on = on;
    if (on) start(this.#onTick);
    else stop(this.#onTick);
  }
}
