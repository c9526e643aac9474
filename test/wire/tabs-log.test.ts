import { expect } from '@open-wc/testing';
import { TabsLog } from '../../src/wire/tabs-log.js';
import type { TabsEntry } from '../../src/wire/tabs-message.js';

const frame = (id?: string, data = ''): TabsEntry => ({ frame: { data, ...(id !== undefined && { id }) } });

describe('tabs: log', () => {
  it('gives all of a stream that it has from the beginning', () => {
    const log = new TabsLog();
    log.resume(undefined);
    log.add([frame('1'), frame(), frame('2')]);
    expect(log.after(undefined)).to.deep.equal([frame('1'), frame(), frame('2')]);
  });

  it('gives what came after a cursor', () => {
    const log = new TabsLog();
    log.resume('1');
    log.add([frame('2'), { retry: 5 }, { cursor: '3' }, frame()]);
    expect(log.after('1')).to.deep.equal([frame('2'), { retry: 5 }, { cursor: '3' }, frame()]);
    expect(log.after('2')).to.deep.equal([{ retry: 5 }, { cursor: '3' }, frame()]);
    expect(log.after('3')).to.deep.equal([frame()]);
    expect(log.cursor).to.equal('3');
  });

  it('does not guess: no beginning, no unknown cursor', () => {
    const log = new TabsLog();
    log.resume('1');
    log.add([frame('2')]);
    expect(log.after(undefined)).to.equal(undefined);
    expect(log.after('7')).to.equal(undefined);
  });

  it('goes on where a reconnect goes on, and begins anew elsewhere', () => {
    const log = new TabsLog();
    log.resume(undefined);
    log.add([frame('1')]);
    log.resume('1');
    log.add([frame('2')]);
    expect(log.after(undefined)).to.deep.equal([frame('1'), frame('2')]);
    log.resume('9');
    expect([log.after(undefined), log.after('9')]).to.deep.equal([undefined, []]);
    log.add([frame('10')]);
    log.resume(undefined);
    expect(log.after(undefined)).to.deep.equal([]);
  });

  it('an empty id takes the cursor back to the beginning', () => {
    const log = new TabsLog();
    log.resume('1');
    log.add([frame('2'), frame('')]);
    expect(log.cursor).to.equal(undefined);
  });

  it('the last of a repeated id counts', () => {
    const log = new TabsLog();
    log.add([frame('1', 'a'), frame('1', 'b'), frame('2')]);
    expect(log.after('1')).to.deep.equal([frame('2')]);
  });

  it('F11 is bounded: the oldest goes, and is not said to be known', () => {
    const log = new TabsLog(10_000);
    log.resume(undefined);
    for (let id = 1; id <= 1_000; id += 1) log.add([frame(String(id), 'x'.repeat(100))]);
    expect(log.after(undefined)).to.equal(undefined);
    expect(log.after('1')).to.equal(undefined);
    const known = Array.from({ length: 1_000 }, (_, index) => index + 1).filter((id) => log.after(String(id)) !== undefined);
    expect(known.at(-1)).to.equal(1_000);
    expect(known.length).to.be.within(30, 80);
    for (const id of known) expect(log.after(String(id))).to.have.length(1_000 - id);
  });

  it('entries without an id that were dropped are not passed over', () => {
    const log = new TabsLog(1_000);
    log.resume('0');
    for (let i = 0; i < 100; i += 1) log.add([frame(undefined, 'x'.repeat(50))]);
    expect(log.after('0')).to.equal(undefined);
    log.add([frame('1')]);
    expect(log.after('1')).to.deep.equal([]);
  });
});
