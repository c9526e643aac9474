/** Decides when a commit happens. Injected in tests, which never sleep. */
export interface Scheduler {
  /** Calls `commit` once, later. Returns a cancel function. */
  schedule(commit: () => void): () => void;
}

/** What the scheduler needs of its surroundings: a page, a worker and Node differ only in what is missing. */
export interface FramePlatform {
  readonly document?: { readonly visibilityState?: string };
  requestAnimationFrame?(callback: () => void): number;
  cancelAnimationFrame?(frame: number): void;
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Where no frame is to be had: about one frame. Background pages clamp it to their own, longer rhythm. */
const WITHOUT_FRAMES = 16;

/** A frame that was asked for never comes once the page is hidden, or in a frame that is out of sight. */
const FRAME_OVERDUE = 250;

/** One commit per animation frame, by a timer where there are no frames or they do not come. */
export function createFrameScheduler(platform: FramePlatform): Scheduler {
  return {
    schedule(commit) {
      let frame: number | undefined;
      const cancel = (): void => {
        if (frame !== undefined) platform.cancelAnimationFrame?.(frame);
        platform.clearTimeout(timer);
      };
      const run = (): void => {
        cancel();
        commit();
      };
      const hidden = platform.document?.visibilityState === 'hidden';
      if (!hidden) frame = platform.requestAnimationFrame?.(run);
      const timer = platform.setTimeout(run, frame === undefined ? WITHOUT_FRAMES : FRAME_OVERDUE);
      return cancel;
    },
  };
}

/** The scheduler of the page, worker or process that this runs in. */
export const frameScheduler: Scheduler = createFrameScheduler(globalThis);
