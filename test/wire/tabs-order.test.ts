import { expect } from '@open-wc/testing';
import * as fc from 'fast-check';
import { TransportError } from '../../src/wire/transport.js';
import { settled } from '../support/fake-clock.js';
import { range, type Viewer, world } from '../support/tabs-world.js';
import { runs } from '../support/runs.js';

describe('tabs: any order of things', () => {
  const TABS = ['a', 'b', 'c', 'd'] as const;
  const tab = fc.constantFrom(...TABS);
  const happening = fc.oneof(
    { weight: 4, arbitrary: fc.constant({ kind: 'publish' } as const) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('open' as const), tab }) },
    fc.record({ kind: fc.constantFrom('close' as const, 'freeze' as const, 'thaw' as const, 'kill' as const), tab }),
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), time: fc.constantFrom(0, 250, 3_000) }) },
    fc.constant({ kind: 'cut' } as const),
  );

  it('R2 each tab that stays has each event once, in order, and nothing is left behind', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 40 }), async (happenings) => {
        const { origin, server, clock, open } = world();
        const viewers = new Map<string, Viewer>();
        const ids = new Map<string, number[]>(TABS.map((name) => [name, []]));
        /** A tab's session: the next attempt goes on from the cursor of the last one. */
        const reopen = (name: string): void => {
          const before = viewers.get(name);
          if (origin.isDead(name) || (before && before.outcome === undefined)) return;
          ids.get(name)!.push(...(before?.ids ?? []));
          viewers.set(name, open(name, before?.cursor));
        };
        for (const step of happenings) {
          switch (step.kind) {
            case 'publish':
              server.publish(origin);
              break;
            case 'open':
              reopen(step.tab);
              break;
            case 'close':
              viewers.get(step.tab)?.abort();
              await settled();
              break;
            case 'wait':
              await clock.tick(step.time);
              break;
            case 'cut':
              server.live(origin)[0]?.fail(new TransportError('network', 'cut'));
              await settled();
              break;
            default:
              origin[step.kind](step.tab);
          }
        }
        for (const name of TABS) origin.thaw(name);
        await clock.tick(10_000);
        for (const name of TABS) reopen(name);
        await clock.tick(10_000);
        server.publish(origin);
        await clock.tick(0);
        for (const name of TABS) {
          if (origin.isDead(name)) continue;
          expect([...ids.get(name)!, ...viewers.get(name)!.ids], name).to.deep.equal(range(server.count));
        }
        for (const viewer of viewers.values()) viewer.abort();
        await settled();
        expect([clock.pending, origin.locks.length, server.live(origin).length]).to.deep.equal([0, 0, 0]);
      }),
      { numRuns: runs(300) },
    );
  }).timeout(120_000);
});
