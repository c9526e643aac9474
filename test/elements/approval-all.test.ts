import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/define.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import type { ApprovalDecisionEvent } from '../../src/events/approval-decision-event.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { all, arm, click, decisions, find, focused, get, press, renders, text, type TestCard } from '../support/approval-kit.js';

interface Desk {
  readonly activity: ChainabitActivity;
  readonly cards: readonly TestCard[];
  readonly seen: ApprovalDecisionEvent[];
}

function asked(callId: string, more: Readonly<Record<string, unknown>> = {}): WireFrame {
  return { event: 'tool.approval_required', data: { payload: { callId, toolKey: 'calendar.create', input: { callId, note: `for ${callId}` }, ...more } } };
}

/** An activity in which these questions wait, each with its card. */
async function desk(...frames: readonly WireFrame[]): Promise<Desk> {
  const ids = frames.map(({ data }) => (data as { payload: { callId: string } }).payload.callId);
  const activity = await fixture<ChainabitActivity>(
    html`<chainabit-activity style="inline-size: 480px">${ids.map((id) => html`<test-approval-card approval-id=${id}></test-approval-card>`)}</chainabit-activity>`,
  );
  activity.push([{ event: 'run.started', data: { runId: 'r' } }, ...frames]);
  await nextFrame();
  const cards = [...activity.querySelectorAll<TestCard>('test-approval-card')];
  for (const card of cards) await arm(card);
  return { activity, cards, seen: decisions(activity) };
}

const two = [asked('a'), asked('b', { toolKey: 'file.delete', risk: 'high' })] as const;

async function review(card: TestCard): Promise<void> {
  await press(get(card, 'review-toggle'));
  await card.updateComplete;
  await arm(card);
}

describe('several approvals', () => {
  it('behaviour A8 are independent cards: answering one leaves the others', async () => {
    const { activity, cards, seen } = await desk(...two, asked('c'));
    await click(get(cards[1]!, 'reject'));
    expect(seen.map(({ approvalId, decision }) => [approvalId, decision])).to.deep.equal([['b', 'reject']]);
    expect(['a', 'b', 'c'].map((id) => activity.state.approvals.get(id)?.status)).to.deep.equal(['pending', 'sending', 'pending']);
  });

  it('the first open one offers a review of all, and no other; with one left none does', async () => {
    const { activity, cards } = await desk(...two);
    expect(cards.map((card) => text(find(card, 'review-toggle')))).to.deep.equal(['Review all 2', '']);
    const counter = renders(cards[1]!);
    activity.push(asked('c'));
    await nextFrame();
    await cards[0]!.updateComplete;
    expect(text(get(cards[0]!, 'review-toggle'))).to.equal('Review all 3');
    expect(counter.count, 'the others have nothing new to draw').to.equal(0);
    for (const id of ['a', 'c']) activity.push({ event: 'tool.approval_response', data: { payload: { callId: id, approved: true } } });
    await nextFrame();
    for (const card of cards) await card.updateComplete;
    expect(cards.map((card) => find(card, 'review-toggle'))).to.deep.equal([null, null]);
  });

  it('behaviour A8 the review lists every one with its arguments, asks again for writes, and sends each its own', async () => {
    const { activity, cards: [card], seen } = await desk(...two);
    if (card === undefined) throw new Error('no card');
    get(card, 'review-toggle').focus();
    await sendKeys({ press: 'Enter' });
    await card.updateComplete;
    expect(focused(card)).to.equal(get(card, 'heading'));
    expect(text(get(card, 'heading'))).to.equal('2 requests need your answer');
    expect(card.matches(':state(reviewing)')).to.equal(true);
    expect(all(card, 'review-item').map((item) => text(item.querySelector('[part~="tool-key"]')))).to.deep.equal(['calendar.create', 'file.delete']);
    expect(all(card, 'review-item').map((item) => text(item.querySelector('[part~="arguments"]')))).to.have.length(2);
    for (const id of ['a', 'b']) expect(text(get(card, 'review'))).to.contain(`for ${id}`);
    expect(all(card, 'answer').map(text)).to.deep.equal(['Reject all 2', 'Approve all 2']);
    await expect(card).to.be.accessible();
    await arm(card);
    await click(get(card, 'approve'));
    await card.updateComplete;
    expect(seen, 'not yet').to.have.length(0);
    expect(text(get(card, 'confirm-heading'))).to.equal('This runs 2 changes. Approve them?');
    expect(all(card, 'confirm-item').map(text)).to.deep.equal(['Create calendar.create', 'Delete file.delete']);
    expect(focused(card)).to.equal(get(card, 'confirm'));
    await expect(card).to.be.accessible();
    await click(get(card, 'approve'));
    expect(seen, 'the second press has to wait too (A8)').to.have.length(0);
    await arm(card);
    await click(get(card, 'approve'));
    expect(seen.map(({ approvalId, callId, decision }) => [approvalId, callId, decision])).to.deep.equal([['a', 'a', 'approve'], ['b', 'b', 'approve']]);
    expect([...activity.state.approvals.values()].map(({ status }) => status)).to.deep.equal(['sending', 'sending']);
    await card.updateComplete;
    expect(focused(card)).to.equal(get(card, 'heading'));
    expect(text(get(card, 'heading'))).to.equal('Handed over, waiting for the agent');
  });

  it('reads only are approved at the first press; a read by name alone is a write', async () => {
    const activity = { activityType: 'tool_read' };
    const { cards: [card], seen } = await desk(asked('a', { toolKey: 'mail.fetch', activity }), asked('b', { toolKey: 'mail.list', activity }));
    await review(card!);
    await click(get(card!, 'approve'));
    expect(seen).to.have.length(2);
    const liar = await desk(asked('a', { toolKey: 'mail.delete', activity }), asked('b', { toolKey: 'mail.list', activity }));
    await review(liar.cards[0]!);
    await press(get(liar.cards[0]!, 'approve'));
    expect(liar.seen).to.have.length(0);
  });

  it('rejects all at the first press, and nothing needs to be read for it', async () => {
    const { cards: [card], seen } = await desk(...two, asked('c', { input: { script: 'x\n'.repeat(500) } }));
    await review(card!);
    await click(get(card!, 'reject'));
    expect(seen.map(({ decision }) => decision)).to.deep.equal(['reject', 'reject', 'reject']);
  });

  it('A6 approves none before the end of the list was on the screen', async () => {
    const { cards: [card], seen } = await desk(...two, asked('c', { input: { script: `${'echo harmless\n'.repeat(300)}rm -rf /` } }));
    await review(card!);
    expect(text(get(card!, 'more'))).to.match(/^\d+ more lines/u);
    await click(get(card!, 'approve'));
    await card!.updateComplete;
    expect(find(card!, 'confirm')).to.equal(null);
    expect(text(get(card!, 'notice'))).to.contain('Not approved yet');
    expect(focused(card!)).to.equal(get(card!, 'review'));
    await sendKeys({ press: 'End' });
    for (let n = 0; n < 100 && !text(get(card!, 'more')).startsWith('Read'); n += 1) await nextFrame();
    await arm(card!);
    await click(get(card!, 'approve'));
    await card!.updateComplete;
    expect(text(get(card!, 'confirm-heading'))).to.contain('3 changes');
    expect(seen).to.have.length(0);
  });

  it('a question that takes no plain yes is listed, and left out', async () => {
    const gate = { options: [{ id: 'go', kind: 'allow_always' }, { id: 'no', kind: 'reject_once' }] };
    const { activity, cards: [card], seen } = await desk(...two, asked('c', gate));
    await review(card!);
    expect(all(card!, 'review-alone')).to.have.length(1);
    expect(all(card!, 'answer').map(text)).to.deep.equal(['Reject all 2', 'Approve all 2']);
    await click(get(card!, 'reject'));
    expect(seen.map(({ approvalId }) => approvalId)).to.deep.equal(['a', 'b']);
    expect(activity.state.approvals.get('c')?.status).to.equal('pending');
  });

  it('A6 a list that changes under the review says so, and begins again', async () => {
    const { activity, cards: [card], seen } = await desk(...two);
    await review(card!);
    await click(get(card!, 'approve'));
    await card!.updateComplete;
    activity.push(asked('c'));
    await nextFrame();
    await card!.updateComplete;
    expect(find(card!, 'confirm')).to.equal(null);
    expect(text(get(card!, 'notice'))).to.equal('The list changed. Please look at it again.');
    await click(get(card!, 'approve'));
    expect(seen).to.have.length(0);
    for (const id of ['b', 'c']) activity.push({ event: 'tool.approval_response', data: { payload: { callId: id, approved: false } } });
    await nextFrame();
    await card!.updateComplete;
    expect(find(card!, 'review'), 'one is no list').to.equal(null);
    expect(text(get(card!, 'heading'))).to.equal('Needs your answer');
  });

  it('goes back by keyboard, step by step', async () => {
    const { cards: [card] } = await desk(...two);
    await review(card!);
    await click(get(card!, 'approve'));
    await card!.updateComplete;
    get(card!, 'back').focus();
    await sendKeys({ press: 'Escape' });
    await card!.updateComplete;
    expect(focused(card!)).to.equal(get(card!, 'review'));
    get(card!, 'back').focus();
    await sendKeys({ press: 'Enter' });
    await card!.updateComplete;
    expect(focused(card!)).to.equal(get(card!, 'review-toggle'));
    expect(find(card!, 'review')).to.equal(null);
  });
});
