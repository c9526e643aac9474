import { expect } from '@open-wc/testing';
import { historyCursor, historyEntries, nextPage } from '../../src/dialects/chainabit/history.js';
import { chainabitDialect } from '../../src/dialects/chainabit/index.js';
import type { Approval } from '../../src/activity/state.js';

describe('nextPage', () => {
  const LINKS: readonly (readonly [header: string | null | undefined, next: string | undefined])[] = [
    [undefined, undefined],
    [null, undefined],
    ['', undefined],
    ['</p2>; rel="next"', '/p2'],
    ['</p2>; rel=next', '/p2'],
    ['</p1>; rel="prev", </p2?a=1,2>; title="a, b"; rel="last next"', '/p2?a=1,2'],
    ['</p2>; REL="NEXT"', '/p2'],
    ['</p1>; rel="nextish"', undefined],
    ['</p1>', undefined],
    ['<>; rel="next"', undefined],
    ['nonsense', undefined],
  ];
  for (const [header, next] of LINKS) {
    it(`${String(header)} leads to ${String(next)}`, () => {
      expect(nextPage([], header)).to.equal(next);
    });
  }

  it('prefers meta.next', () => {
    expect(nextPage({ meta: { next: '/m' } }, '</p>; rel="next"')).to.equal('/m');
    for (const next of [null, '', 5, {}]) expect(nextPage({ meta: { next } }, '</p>; rel="next"')).to.equal('/p');
    expect(nextPage(null)).to.equal(undefined);
  });

  it('is linear in hostile headers', () => {
    // So long that a backtracking pattern would not come back before the runner gives up.
    const header = `${'<'.repeat(500_000)}${'; a="'.repeat(100_000)}`;
    expect(nextPage({}, header)).to.equal(undefined);
    expect(nextPage({}, `${header}, </p>; rel="next"`)).to.equal('/p');
  });
});

describe('historyCursor', () => {
  it('reads meta, else the newest message', () => {
    expect(historyCursor({ meta: { lastEventId: '9', cursor: '8' } })).to.equal('9');
    expect(historyCursor({ meta: { cursor: '8' }, data: [] })).to.equal('8');
    expect(historyCursor([{ role: 'user', lastEventId: '1' }, { role: 'assistant', lastEventId: '2' }])).to.equal('2');
    expect(historyCursor([{ role: 'assistant' }])).to.equal(undefined);
    expect(historyCursor('x')).to.equal(undefined);
  });
});

describe('historyEntries', () => {
  it('tells a call whose output is called data from an envelope', () => {
    const call = { callId: 'c', data: [{ role: 'assistant' }] };
    expect(historyEntries(call)).to.deep.equal([call]);
    const keyed = { id: 'c', key: 'k', data: [] };
    expect(historyEntries(keyed)).to.deep.equal([keyed]);
  });
});

describe('chainabit: answer (B4)', () => {
  const approval: Approval = { approvalId: 'a', status: 'sending', callId: 'c' };

  it('says what was decided about what', () => {
    expect(chainabitDialect.answer(approval, { decision: 'approve' }, 'r')).to.deep.equal({ approvalId: 'a', callId: 'c', runId: 'r', decision: 'approve' });
    expect(chainabitDialect.answer({ approvalId: 'a', status: 'sending' }, { decision: 'reject', reason: 'no', optionId: 'o' }, undefined)).to.deep.equal({
      approvalId: 'a',
      decision: 'reject',
      reason: 'no',
      optionId: 'o',
    });
  });

  it('sends an edited input by key, null too', () => {
    for (const input of [null, 0, '', { a: 1 }]) {
      expect(chainabitDialect.answer(approval, { decision: 'approve', input }, 'r')).to.have.property('input', input);
    }
  });
});
