import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import '../../src/define.js';
import { emptyState, type ActivityState, type Approval } from '../../src/activity/state.js';
import type { WireFrame } from '../../src/core.js';
import { announcement } from '../../src/elements/chainabit-activity/announcement.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import { en } from '../../src/locales/en.js';
import { tr } from '../../src/locales/tr.js';

const asked: Approval = { approvalId: 'a1', status: 'pending', toolKey: 'calendar.create', prompt: 'Create event: Dentist', input: { at: '10:00' } };

function withApproval(approval: Approval): ActivityState {
  return { ...emptyState, approvals: new Map([[approval.approvalId, approval]]) };
}

function heard(after: Approval, before: Approval = asked, words = en): string {
  return announcement(withApproval(after), withApproval(before), words);
}

describe('announcements of an approval', () => {
  it('an answer that could not be sent, each time, in the reader’s words', () => {
    const error = { code: 'approval-not-sent', message: 'HTTP 502' };
    expect(heard({ ...asked, error })).to.equal(en.fault['approval-not-sent']);
    expect(heard({ ...asked, error }, asked, tr)).to.equal(tr.fault['approval-not-sent']);
    expect(heard({ ...asked, error, risk: 'low' }, { ...asked, error }), 'once').to.equal('');
    expect(heard({ ...asked, error: { ...error } }, { ...asked, error }), 'and again').to.not.equal('');
  });

  it('another request in the place of the one that was read', () => {
    const changed = { ...asked, changed: true, input: { at: '11:00' } };
    expect(heard(changed)).to.equal('The request changed, please read it again: Create event: Dentist');
    expect(heard({ ...changed, risk: 'high' }, changed)).to.equal('');
    expect(heard({ ...changed, input: { at: '12:00' } }, changed)).to.contain('changed');
  });

  it('other arguments of the call, where the request has none of its own', () => {
    const borrowed = { ...asked, inputOfCall: true as const };
    expect(heard({ ...borrowed, input: { at: '11:00' } }, borrowed)).to.contain('changed');
    expect(heard({ ...borrowed, risk: 'low' }, borrowed)).to.equal('');
    const bare: Approval = { approvalId: 'a1', status: 'pending', toolKey: 'calendar.create' };
    expect(heard(borrowed, bare), 'the first ones').to.equal('');
  });

  it('nothing of a request that is still the same', () => {
    expect(heard({ ...asked, risk: 'low' })).to.equal('');
  });
});

describe('the alarm before an approval expires', () => {
  const ask = (sequence: number, expiresAt: number): WireFrame => ({
    event: 'tool.approval_required',
    id: String(sequence),
    data: {
      runId: 'run_a',
      sequence,
      payload: { toolKey: 'calendar.move', callId: `c${String(sequence)}`, approvalId: `a${String(sequence)}`, input: {}, expiresAt: new Date(expiresAt).toISOString() },
    },
  });

  it('is assertive, once for each level, and silent while there is time', async () => {
    const element = await fixture<ChainabitActivity>(html`<chainabit-activity lang="en"></chainabit-activity>`);
    const alarm = element.shadowRoot!.querySelector('[role="alert"]')!;
    const said: string[] = [];
    new MutationObserver(() => said.push(alarm.textContent)).observe(alarm, { childList: true, characterData: true, subtree: true });
    element.push([ask(1, Date.now() + 600_000)]);
    await aTimeout(1300);
    expect(said).to.deep.equal([]);
    element.push([ask(2, Date.now() + 13_000)]);
    await waitUntil(() => said.length === 1, 'below a minute', { timeout: 4000 });
    expect(said[0]).to.match(/^Expires in 1[123] seconds: .*move/u);
    await waitUntil(() => said.length === 2, 'below ten seconds', { timeout: 6000 });
    expect(said[1]).to.match(/^Expires in (?:10|9) seconds: /u);
    await aTimeout(2200);
    expect(said, 'no count down').to.have.length(2);
  });
});
