import { expect } from '@open-wc/testing';
import type { TabsEntry } from '../../src/wire/tabs-message.js';
import { PATIENCE, stepTab, type TabsEffect, type TabsInput, type TabsRole } from '../../src/wire/tabs-protocol.js';

const frame = (id: string): TabsEntry => ({ frame: { data: 'x', id } });
const waiting: TabsRole = { name: 'waiting' };
const orphan: TabsRole = { name: 'orphan' };
const leading: TabsRole = { name: 'leading' };
const alone: TabsRole = { name: 'alone' };
const following = (at = 5): TabsRole => ({ name: 'following', leader: 'a', at });
const elected = (at = 5): TabsRole => ({ name: 'elected', leader: 'a', at });
const alive: TabsEffect = { do: 'alive' };
const deliver = (...entries: TabsEntry[]): TabsEffect => ({ do: 'deliver', entries });
const from = { from: 'a' } as const;
const welcome = { type: 'welcome', to: 'me', at: 5, opened: true, ...from } as const;
const fault = { code: 'http', message: 'no', status: 503 } as const;
const again: readonly TabsEffect[] = [alive, { do: 'join' }];

/** [what, role, input, next role, effects] */
const ROWS: readonly (readonly [string, TabsRole, TabsInput, TabsRole, readonly TabsEffect[]])[] = [
  ['nobody leads: the lock makes a leader', waiting, { type: 'granted' }, leading, [alive]],
  ['a leader answers', waiting, { ...welcome, entries: [frame('1')] }, following(), [alive, { do: 'open' }, deliver(frame('1'))]],
  ['its date comes along', waiting, { ...welcome, date: 9, entries: [] }, following(), [alive, { do: 'open', date: 9 }, deliver()]],
  ['a leader that is still connecting answers', waiting, { ...welcome, opened: false, entries: [] }, following(), [alive, deliver()]],
  ['a leader that does not know the cursor', waiting, welcome, alone, [alive]],
  ['F13 a leader that does not answer', waiting, { type: 'silence' }, alone, [alive]],
  ['another one leads meanwhile', waiting, { type: 'lead', from: 'b' }, waiting, again],
  ['what others get does not count before the welcome', waiting, { type: 'entries', at: 0, entries: [frame('9')], ...from }, waiting, []],
  ['nor does the end of what was not joined', waiting, { type: 'end', ...from }, waiting, []],

  ['the connection opens', following(), { type: 'open', date: 7, ...from }, following(), [{ do: 'open', date: 7 }]],
  ['frames', following(), { type: 'entries', at: 5, entries: [frame('6'), frame('7')], ...from }, following(7), [deliver(frame('6'), frame('7'))]],
  ['frames that are here already', following(), { type: 'entries', at: 4, entries: [frame('5')], ...from }, waiting, again],
  ['F19 frames after a hole', following(), { type: 'entries', at: 6, entries: [frame('7')], ...from }, waiting, again],
  ['F18 frames of one that leads no more', following(), { type: 'entries', at: 5, entries: [frame('6')], from: 'b' }, following(), []],
  ['F12 bytes without frames', following(), { type: 'alive', ...from }, following(), [alive]],
  ['the leader closes', following(), { type: 'left', ...from }, orphan, [alive]],
  ['the stream ends', following(), { type: 'end', ...from }, following(), [{ do: 'finish' }]],
  ['the stream fails', following(), { type: 'end', fault, ...from }, following(), [{ do: 'finish', fault }]],
  ['the end of another one', following(), { type: 'end', from: 'b' }, following(), []],
  ['another one has taken over', following(), { type: 'lead', from: 'b' }, waiting, again],
  ['the lock, without a word of the leader', following(), { type: 'granted' }, elected(), [alive]],
  ['a second welcome', following(), { ...welcome, entries: [frame('1')] }, following(), []],
  ['others join and leave', following(), { type: 'join', from: 'b' }, following(), []],

  ['the lock after the leader closed', orphan, { type: 'granted' }, leading, [alive]],
  ['another one got it', orphan, { type: 'lead', from: 'b' }, waiting, again],
  ['nobody takes over', orphan, { type: 'silence' }, alone, [alive]],

  ['last frames of a leader that is gone', elected(), { type: 'entries', at: 5, entries: [frame('6')], ...from }, elected(6), [deliver(frame('6'))]],
  ['last frames out of order', elected(), { type: 'entries', at: 6, entries: [frame('7')], ...from }, elected(), []],
  ['its last word: it closed', elected(), { type: 'left', ...from }, leading, [alive]],
  ['its last word: the stream ended', elected(), { type: 'end', fault, ...from }, elected(), [{ do: 'finish', fault }]],
  ['no last word', elected(), { type: 'silence' }, leading, [alive]],

  ['who leads does not follow', leading, { type: 'lead', from: 'b' }, leading, []],
  ['who is alone does not follow', alone, { ...welcome, entries: [frame('1')] }, alone, []],
  ['who is alone needs no lock', alone, { type: 'granted' }, alone, []],
];

describe('tabs: protocol of one that follows', () => {
  for (const [name, role, input, next, effects] of ROWS) {
    it(name, () => {
      expect(stepTab(role, input)).to.deep.equal({ role: next, effects });
    });
  }

  it('has patience in each role that waits for others, and in no other', () => {
    expect(Object.keys(PATIENCE).sort()).to.deep.equal(['elected', 'orphan', 'waiting']);
  });

  it('gives a new role, and so a new patience, to whoever asks again', () => {
    expect(stepTab(waiting, { type: 'lead', from: 'b' }).role).not.to.equal(waiting);
    expect(stepTab(waiting, { type: 'alive', from: 'b' }).role).to.equal(waiting);
  });
});
