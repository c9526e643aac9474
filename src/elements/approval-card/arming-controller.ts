import type { LitElement, ReactiveController } from 'lit';

/** How long controls must have been visible, and still under a pointer, before they take an answer. */
const STILL = 500;
const SAMPLE = 100;

export interface ArmingOptions {
  /** The box of the controls; `null` while there are none. */
  readonly target: () => Element | null;
  /** A monotonic clock in milliseconds. */
  readonly clock: () => number;
}

/**
 * Keeps controls inert for a moment after they appear or move, so that a card which slides under a pointer on its way
 * to something else is not answered (A8). It looks the same armed and unarmed: a control that changes its colours for
 * half a second only flickers.
 *
 * The box is looked at ten times a second while there are controls, and again in each press. A timer and not frames: a
 * request may wait for an hour. Keys have no place on the screen, so for them only the time since the controls were
 * first visible counts; otherwise Tab, which scrolls a button into view, would swallow the Enter that follows it.
 */
export class ArmingController implements ReactiveController {
  readonly #options: ArmingOptions;
  #timer: ReturnType<typeof setInterval> | undefined;
  #box: DOMRect | undefined;
  #seenAt: number | undefined;
  #stillAt = 0;
  #pressed: boolean | undefined;

  constructor(host: LitElement, options: ArmingOptions) {
    this.#options = options;
    host.addController(this);
  }

  hostUpdated(): void {
    if (this.#options.target() === null) this.#stop();
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
  }

  /** Starts the wait again: what the controls stand for has changed. */
  reset(): void {
    this.#seenAt = undefined;
    this.#box = undefined;
  }

  /** A pointer went down on the controls. The press counts from here, not from where it ends. */
  press(): void {
    this.#pressed = this.#isStill();
  }

  /** Whether a click on the controls is an answer. */
  allows(click: UIEvent): boolean {
    const pressed = this.#pressed;
    this.#pressed = undefined;
    const still = this.#isStill();
    if (click.detail === 0) return this.#seenAt !== undefined && this.#options.clock() - this.#seenAt >= STILL;
    return still && pressed !== false;
  }

  #isStill(): boolean {
    this.#sample();
    return this.#seenAt !== undefined && this.#options.clock() - this.#stillAt >= STILL;
  }

  #sample(): void {
    const target = this.#options.target();
    const visible =
      target !== null &&
      !document.hidden &&
      target.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
    if (!visible) {
      this.reset();
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
