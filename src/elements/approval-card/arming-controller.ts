import type { LitElement, ReactiveController } from 'lit';
import type { SightObserver } from './occlusion.js';

/** How long controls must have been visible, and still under a pointer, before they take an answer. */
const STILL = 500;
const SAMPLE = 100;
/** By then a browser that looks has said what it sees. */
const UNSEEN = 1500;

export interface ArmingOptions {
  /** The box of the controls; `null` while there are none. */
  readonly target: () => Element | null;
  /** A monotonic clock in milliseconds. */
  readonly clock: () => number;
  /** Tells whether the browser sees the controls uncovered (`observeSight`); `undefined` where it cannot say. */
  readonly observe: (tell: (visible: boolean) => void) => SightObserver | undefined;
}

/** Whether a press is an answer: `unseen` when something may have covered the controls. */
export type Press = 'answer' | 'early' | 'unseen';

/**
 * Keeps controls inert for a moment after they appear or move, so that a card which slides under a pointer on its way
 * to something else is not answered (A8). It looks the same armed and unarmed: a control that changes its colours for
 * half a second only flickers.
 *
 * The box is looked at ten times a second while there are controls, and again in each press. A timer and not frames: a
 * request may wait for an hour. Keys have no place on the screen, so for them only the time since the controls were
 * first visible counts; otherwise Tab, which scrolls a button into view, would swallow the Enter that follows it.
 *
 * For a pointer the browser must also have seen the controls uncovered for as long (A9), where it can say so. It errs on
 * the safe side, so that its "no" asks for a second press and does not refuse.
 */
export class ArmingController implements ReactiveController {
  readonly #options: ArmingOptions;
  #timer: ReturnType<typeof setInterval> | undefined;
  #box: DOMRect | undefined;
  #seenAt: number | undefined;
  #stillAt = 0;
  #pressed: boolean | undefined;
  readonly #sight: SightObserver | undefined;
  #watched: Element | null = null;
  /** Since when it sees them, `false` while it does not, `undefined` before it has said anything. */
  #clearSince: number | false | undefined;

  constructor(host: LitElement, options: ArmingOptions) {
    this.#options = options;
    this.#sight = options.observe((visible) => {
      if (!visible) this.#clearSince = false;
      else if (typeof this.#clearSince !== 'number') this.#clearSince = options.clock();
    });
    host.addController(this);
  }

  hostUpdated(): void {
    const target = this.#options.target();
    if (target !== this.#watched) this.#watch(target);
    if (target === null) this.#stop();
    else if (this.#timer === undefined) {
      this.#timer = setInterval(() => this.#sample(), SAMPLE);
      this.#sample();
    }
  }

  hostConnected(): void {
    // A moved element does not render; its controls appeared in a new place all the same.
    if (this.#options.target() !== null) this.hostUpdated();
  }

  hostDisconnected(): void {
    this.#stop();
    this.#watch(null);
  }

  /** Starts the wait again: what the controls stand for has changed. */
  reset(): void {
    this.#seenAt = undefined;
    this.#box = undefined;
    this.#watch(this.#watched);
  }

  /** A pointer went down on the controls. The press counts from here, not from where it ends. */
  press(): void {
    this.#pressed = this.#isStill();
  }

  /** What a click on the controls, or a key, is. */
  judge(press: UIEvent): Press {
    const pressed = this.#pressed;
    this.#pressed = undefined;
    const still = this.#isStill();
    if (press.detail === 0) return this.#age(this.#seenAt) >= STILL ? 'answer' : 'early';
    return still && pressed !== false ? this.#judgeSight() : 'early';
  }

  #judgeSight(): Press {
    if (this.#sight === undefined) return 'answer';
    if (typeof this.#clearSince === 'number') return this.#age(this.#clearSince) >= STILL ? 'answer' : 'early';
    return this.#clearSince === false || this.#age(this.#seenAt) >= UNSEEN ? 'unseen' : 'early';
  }

  /** Milliseconds; negative for what has not been. */
  #age(since: number | undefined): number {
    return since === undefined ? -1 : this.#options.clock() - since;
  }

  /** From the beginning: an observer speaks up at once of what it begins to look at, and then only of changes. */
  #watch(target: Element | null): void {
    this.#sight?.disconnect();
    this.#watched = target;
    this.#clearSince = undefined;
    if (target !== null) this.#sight?.observe(target);
  }

  #isStill(): boolean {
    this.#sample();
    return this.#seenAt !== undefined && this.#age(this.#stillAt) >= STILL;
  }

  #sample(): void {
    const target = this.#options.target();
    const visible =
      target !== null &&
      !document.hidden &&
      target.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
    if (!visible) {
      if (this.#seenAt !== undefined) this.reset();
      return;
    }
    const now = this.#options.clock();
    const box = target.getBoundingClientRect();
    this.#seenAt ??= now;
    if (this.#box === undefined || !isSamePlace(box, this.#box)) this.#stillAt = now;
    this.#box = box;
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.reset();
  }
}

/** Less than a pixel is rounding, not movement. */
function isSamePlace(a: DOMRect, b: DOMRect): boolean {
  return (
    Math.abs(a.x - b.x) < 1 &&
    Math.abs(a.y - b.y) < 1 &&
    Math.abs(a.width - b.width) < 1 &&
    Math.abs(a.height - b.height) < 1
  );
}
