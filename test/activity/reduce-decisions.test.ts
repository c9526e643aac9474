import { expect } from '@open-wc/testing';
import type { ApprovalLocal, ApprovalRequest } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import type { Approval } from '../../src/activity/state.js';
import { after, start, withApproval } from './states.js';

const request = (fields: Partial<ApprovalRequest> = {}): ApprovalRequest => ({ type: 'approval.request', approvalId: 'a', callId: 'c', ...fields });
const local = (phase: ApprovalLocal['phase'], fields: Partial<ApprovalLocal> = {}): ApprovalLocal => ({ type: 'approval.local', approvalId: 'a', phase, ...fields });
const details = { reason: 'Not today', input: null, optionId: 'no' };

function decided(...events: ApprovalLocal[]): Approval {
  return reduce(withApproval({}), [local('sending', { decision: 'reject', details }), ...events]).approvals.get('a')!;
}

describe('what was said with a decision', () => {
  it('stands beside it, and goes when it fails (behaviour A3)', () => {
    expect(decided()).to.deep.include({ status: 'sending', decision: 'reject', details });
    expect(decided(local('failed', { error: { code: 'x', message: '' } }))).to.have.keys('approvalId', 'callId', 'status', 'error');
  });

  it('is the reason of the receipt where the server decided the same and does not repeat it', () => {
    const state = reduce(withApproval({ reason: 'why it asked' }), [local('sending', { decision: 'reject', details })]);
    const receipt = (fields: object): unknown => reduce(state, [{ type: 'approval.response', approvalId: 'a', decision: 'rejected', ...fields }]).approvals.get('a')!.reason;
    expect(receipt({})).to.equal('Not today');
    expect(receipt({ reason: 'By policy' })).to.equal('By policy');
    expect(receipt({ decision: 'accepted' }), 'somebody else decided').to.equal(undefined);
  });
});

describe('a decision that waits for the others', () => {
  it('is collected, released, and handed over or unlocked; never without having been made', () => {
    expect(decided(local('collected')).collected).to.equal(true);
    expect(decided(local('collected'), local('released'))).to.not.have.property('collected');
    expect(decided(local('collected'), local('handed_over'))).to.deep.include({ handedOver: true }).and.not.have.property('collected');
    expect(decided(local('collected'), local('failed'))).to.not.have.property('collected');
    expect(decided(local('collected'), local('expired'))).to.deep.include({ status: 'expired' }).and.not.have.property('collected');
    const pending = withApproval({});
    expect(reduce(pending, [local('collected')]).approvals).to.equal(pending.approvals);
  });
});

describe('a large request', () => {
  const large = (last: string): unknown => ({ rows: Array.from({ length: 5000 }, (_, row) => ({ row, text: 'x' })), last });

  it('that is only sent again does not pass for a changed one (A3)', () => {
    const state = after(start, request({ input: large('a') }), request({ input: large('a') }));
    expect(state.approvals.get('a')).to.not.have.property('changed');
  });

  it('that differs in its last line does', () => {
    const state = after(start, request({ input: large('a') }), request({ input: large('b') }));
    expect(state.approvals.get('a')!.changed).to.equal(true);
  });
});
