import { expect } from '@open-wc/testing';
import { createFrameScheduler, frameScheduler, type FramePlatform } from '../../src/store/scheduler.js';

/** A page, worker or process whose frames and timers a test fires. */
class Platform implements FramePlatform {
  readonly frames = new Map<number, () => void>();
  readonly timers = new Map<number, { run: () => void; milliseconds: number }>();
  #next = 1;
  declare document?: { visibilityState: string };
  declare requestAnimationFrame?: (callback: () => void) => number;

  constructor(parts: { document?: { visibilityState: string }; frames?: boolean }) {
    if (parts.document) this.document = parts.document;
    if (parts.frames === true) {
      this.requestAnimationFrame = (callback) => {
        this.frames.set(this.#next, callback);
        return this.#next++;
      };
    }
  }

  cancelAnimationFrame(frame: number): void {
    this.frames.delete(frame);
  }

  setTimeout(run: () => void, milliseconds: number): number {
    this.timers.set(this.#next, { run, milliseconds });
    return this.#next++;
  }

  clearTimeout(timer: unknown): void {
    this.timers.delete(timer as number);
  }

  get delays(): number[] {
    return [...this.timers.values()].map(({ milliseconds }) => milliseconds);
  }
}

function schedule(platform: Platform): { count: () => number; cancel: () => void } {
  let count = 0;
  const cancel = createFrameScheduler(platform).schedule(() => (count += 1));
  return { count: () => count, cancel };
}

describe('the frame scheduler (V3)', () => {
  it('commits once with the next frame of a visible page', () => {
    const platform = new Platform({ document: { visibilityState: 'visible' }, frames: true });
    const { count } = schedule(platform);
    for (const run of platform.frames.values()) run();
    expect(count()).to.equal(1);
    expect(platform.delays).to.deep.equal([]);
  });

  it('commits by a timer when the page is hidden with a frame pending', () => {
    const platform = new Platform({ document: { visibilityState: 'visible' }, frames: true });
    const { count } = schedule(platform);
    expect(platform.delays).to.deep.equal([250]);
    for (const { run } of platform.timers.values()) run();
    expect(count()).to.equal(1);
    expect(platform.frames.size).to.equal(0);
  });

  const without: readonly (readonly [where: string, platform: Platform])[] = [
    ['in a hidden page', new Platform({ document: { visibilityState: 'hidden' }, frames: true })],
    ['in Node', new Platform({})],
    ['in a worker without frames', new Platform({})],
  ];
  for (const [where, platform] of without) {
    it(`commits by a short timer ${where}`, () => {
      const { count } = schedule(platform);
      expect(platform.frames.size).to.equal(0);
      expect(platform.delays).to.deep.equal([16]);
      for (const { run } of platform.timers.values()) run();
      expect(count()).to.equal(1);
    });
  }

  it('uses the frames of a worker that has some', () => {
    const platform = new Platform({ frames: true });
    schedule(platform);
    expect(platform.frames.size).to.equal(1);
  });

  it('leaves nothing behind when it is cancelled', () => {
    const platform = new Platform({ document: { visibilityState: 'visible' }, frames: true });
    schedule(platform).cancel();
    expect([platform.frames.size, platform.timers.size]).to.deep.equal([0, 0]);
  });

  it('works on the page itself', async () => {
    await new Promise<void>((resolve) => frameScheduler.schedule(resolve));
  });
});
