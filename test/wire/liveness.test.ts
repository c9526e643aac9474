import { expect } from '@open-wc/testing';
import { watchLiveness } from '../../src/wire/liveness.js';
import { FakeClock } from '../support/fake-clock.js';

function watch(timeout: number) {
  const clock = new FakeClock();
  const idle: number[] = [];
  const start = clock.monotonic();
  const liveness = watchLiveness({ clock, timeout, onIdle: () => idle.push(clock.monotonic() - start) });
  return { clock, idle, liveness };
}

describe('liveness', () => {
  it('F13 finds silence at the timeout, once', async () => {
    const { clock, idle } = watch(45_000);
    await clock.tick(44_999);
    expect(idle).to.deep.equal([]);
    await clock.tick(100_000);
    expect(idle).to.deep.equal([45_000]);
    expect(clock.pending).to.equal(0);
  });

  it('F12 counts from the last byte, with one timer', async () => {
    const { clock, idle, liveness } = watch(45_000);
    for (let i = 0; i < 100; i += 1) {
      await clock.tick(15_000);
      liveness.alive();
      expect(clock.pending).to.equal(1);
    }
    expect(idle).to.deep.equal([]);
    await clock.tick(45_000);
    expect(idle).to.deep.equal([1_545_000]);
  });

  it('F13 finds silence at a look after a sleep without timers', () => {
    const { clock, idle, liveness } = watch(45_000);
    clock.sleep(44_000);
    liveness.check();
    expect(idle).to.deep.equal([]);
    clock.sleep(1_000);
    liveness.check();
    liveness.check();
    expect(idle).to.deep.equal([45_000]);
  });

  it('F14 does not care for the wall clock', async () => {
    const { clock, idle, liveness } = watch(45_000);
    for (const day of [86_400_000, -2 * 86_400_000]) {
      clock.jump(day);
      liveness.check();
      await clock.tick(10_000);
    }
    expect(idle).to.deep.equal([]);
  });

  it('never, for 0; and not after a stop', async () => {
    const never = watch(0);
    await never.clock.tick(1e9);
    expect(never.idle).to.deep.equal([]);
    expect(never.clock.pending).to.equal(0);
    const stopped = watch(1_000);
    stopped.liveness.stop();
    stopped.liveness.check();
    await stopped.clock.tick(5_000);
    expect(stopped.idle).to.deep.equal([]);
    expect(stopped.clock.pending).to.equal(0);
  });
});
