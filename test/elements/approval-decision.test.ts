import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import '../../src/define.js';
import type { Approval, ApprovalOption } from '../../src/activity/state.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import type { ApprovalDecisionEvent } from '../../src/events/approval-decision-event.js';
import type { TestCard} from '../support/approval-kit.js';
import { all, arm, click, decisions, dentist, find, focused, get, press, standAlone, text } from '../support/approval-kit.js';

describe('<approval-card>: the decision', () => {
  it('by keyboard alone: Tab order, Enter approves, the focus goes to the heading (behaviour A2, A3, A7)', async () => {
    const card = await standAlone();
    const seen = decisions(document.body);
    expect(document.activeElement, 'no autofocus').not.to.equal(card);
    get(card, 'reason-toggle').focus();
    await sendKeys({ press: 'Tab' });
    expect(focused(card)).to.equal(get(card, 'reject'));
    await sendKeys({ press: 'Tab' });
    expect(focused(card)).to.equal(get(card, 'approve'));
    await sendKeys({ press: 'Enter' });
    expect(seen).to.have.length(1);
    expect(seen[0]).to.include({ approvalId: 'ap_1', callId: 'call_9', decision: 'approve' });
    expect('input' in seen[0]!).to.equal(false);
    expect(focused(card)).to.equal(get(card, 'heading'));
    await expect(card).to.be.accessible();
  });

  it('rejects with a reason by keyboard; Escape goes back and gives the focus back (behaviour A7)', async () => {
    const card = await standAlone();
    const seen = decisions(card);
    await press(get(card, 'reason-toggle'));
    await card.updateComplete;
    expect(focused(card)).to.equal(get(card, 'reason-field'));
    await expect(card).to.be.accessible();
    await sendKeys({ press: 'Escape' });
    await card.updateComplete;
    expect(focused(card)).to.equal(get(card, 'reason-toggle'));
    await sendKeys({ press: 'Enter' });
    await card.updateComplete;
    await sendKeys({ type: 'Not on a Tuesday' });
    await sendKeys({ press: 'Enter' });
    expect(seen, 'Enter in the field is a line break').to.have.length(0);
    await arm(card);
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Tab' });
    expect(focused(card)).to.equal(get(card, 'reject'));
    await sendKeys({ press: ' ' });
    expect(seen).to.have.length(1);
    expect(seen[0]).to.include({ decision: 'reject', reason: 'Not on a Tuesday' });
  });

  it('ten clicks in one task, a double click and a held key are one decision (A1, behaviour A3)', async () => {
    const card = await standAlone();
    const seen = decisions(card);
    const approve = get(card, 'approve');
    let inTask = -1;
    card.addEventListener('approval-decision', () => {
      // In the task of the first press there is no control left to press.
      inTask = all(card, 'answer').length;
      for (let n = 0; n < 10; n += 1) approve.click();
    });
    await click(approve);
    await click(get(card, 'card'));
    expect(inTask).to.equal(0);
    expect(seen).to.have.length(1);

    const held = await standAlone();
    const heldSeen = decisions(held);
    const toggle = get(held, 'approve');
    toggle.focus();
    const repeat = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true });
    expect(toggle.dispatchEvent(repeat), 'a repeated Enter is cancelled').to.equal(false);
    await sendKeys({ down: 'Enter' });
    await sendKeys({ down: 'Enter' });
    await sendKeys({ up: 'Enter' });
    expect(heldSeen).to.have.length(1);
  });

  it('takes no click of a script (A10)', async () => {
    const card = await standAlone();
    const seen = decisions(card);
    get(card, 'approve').click();
    get(card, 'approve').dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
    expect(seen).to.have.length(0);
    expect(find(card, 'controls')).not.to.equal(null);
  });

  it('without anybody to send it the card says that it was handed over, not that it is approved (behaviour A10)', async () => {
    const card = await standAlone();
    await click(get(card, 'approve'));
    await card.updateComplete;
    expect(text(get(card, 'heading'))).to.equal('Handed over, waiting for the agent');
    expect(text(get(card, 'outcome'))).to.equal('Your answer: Approve');
    // A host that renders again passes a fresh object; the answer is not asked for again.
    card.approval = { ...dentist };
    await card.updateComplete;
    expect(find(card, 'controls')).to.equal(null);
    card.approval = { ...dentist, status: 'accepted' };
    await card.updateComplete;
    expect(text(get(card, 'heading'))).to.equal('Approved');
  });

  it('respondWith(): sending until it settles; a rejection unlocks, says why and does not lose the reason (behaviour A3)', async () => {
    const card = await standAlone();
    const seen: ApprovalDecisionEvent[] = [];
    const answers: ((error?: Error) => void)[] = [];
    card.addEventListener('approval-decision', (event) => {
      seen.push(event);
      (event).respondWith(
        new Promise<void>((resolve, reject) => answers.push((error) => (error ? reject(error) : resolve()))),
      );
    });
    await click(get(card, 'approve'));
    expect(text(get(card, 'heading'))).to.equal('Sending…');
    answers[0]!(new Error('Database down'));
    await nextFrame();
    await card.updateComplete;
    expect(text(get(card, 'notice'))).to.contain('Nothing was decided').and.to.contain('Database down');
    expect(get(card, 'notice').getAttribute('role')).to.equal('status');
    expect(focused(card)).to.equal(get(card, 'heading'));
    await expect(card).to.be.accessible();
    await arm(card);
    await click(get(card, 'approve'));
    answers[1]!();
    await nextFrame();
    await card.updateComplete;
    expect(seen).to.have.length(2);
    expect(text(get(card, 'heading'))).to.equal('Handed over, waiting for the agent');
  });

  it('in an activity it draws from the state alone: sending, unlock with the error, server’s word (behaviour A1, A2, A3)', async () => {
    const activity = await fixture<ChainabitActivity>(
      html`<chainabit-activity><test-approval-card approval-id="call_9"></test-approval-card><test-approval-card approval-id="call_8"></test-approval-card></chainabit-activity>`,
    );
    const [card, other] = activity.querySelectorAll<TestCard>('test-approval-card');
    if (card === undefined || other === undefined) throw new Error('two cards');
    for (const callId of ['call_8', 'call_9']) {
      activity.push({ event: 'tool.approval_required', data: { payload: { callId, toolKey: 'create_event', input: { callId } } } });
    }
    await nextFrame();
    await arm(card);
    let fail: (error: Error) => void = () => undefined;
    activity.addEventListener('approval-decision', (event) => {
      (event).respondWith(new Promise((_, reject) => (fail = reject)));
    });
    await click(get(card, 'approve'));
    expect(activity.state.approvals.get('call_9')?.status).to.equal('sending');
    expect(activity.state.approvals.get('call_8')?.status, 'the other one waits (behaviour A8)').to.equal('pending');
    fail(new Error('Offline'));
    await nextFrame();
    await nextFrame();
    await card.updateComplete;
    expect(text(get(card, 'notice'))).to.contain('Offline');
    expect(get(card, 'notice').hasAttribute('role'), 'the activity speaks').to.equal(false);
    expect(all(card, 'answer')).to.have.length(2);
    activity.push({ event: 'tool.approval_response', data: { payload: { callId: 'call_9', approved: false, by: 'Ada', reason: 'No' } } });
    await nextFrame();
    await nextFrame();
    await card.updateComplete;
    expect(text(get(card, 'heading'))).to.equal('Rejected');
    expect(all(other, 'answer')).to.have.length(2);
  });

  it('focus on a control that goes because somebody else answered moves to the heading (L3, behaviour A7)', async () => {
    const card = await standAlone();
    get(card, 'approve').focus();
    const heading = get(card, 'heading');
    card.approval = { ...dentist, status: 'cancelled', answeredElsewhere: true };
    await card.updateComplete;
    expect(focused(card)).to.equal(heading);
    expect(get(card, 'heading'), 'the same node').to.equal(heading);
    expect(text(heading)).to.equal('Already answered elsewhere');
    const outside = await standAlone();
    outside.approval = { ...dentist, status: 'expired' };
    await outside.updateComplete;
    expect(focused(outside), 'focus elsewhere stays there').to.equal(null);
  });

  it('options of the server are the buttons, in its order; unknown kinds decide nothing', async () => {
    const options: ApprovalOption[] = [
      { id: 'x', kind: 'escalate', label: 'Approve' },
      { id: 'always', kind: 'allow_always', label: 'Whole session' },
      { id: 'once', kind: 'allow_once' },
      { id: 'no', kind: 'reject_once', label: 'Reject' },
      { id: 'y' },
    ];
    const card = await standAlone({ ...dentist, options }, 680);
    expect(all(card, 'answer').map(text)).to.deep.equal(['Approve always: Whole session', 'Approve once: create event', 'Reject']);
    expect(card.renderRoot.querySelector('.primary')?.textContent, 'never what holds for ever').to.contain('Approve once');
    expect(all(card, 'unknown-option').map(text)).to.deep.equal([
      'Approve Not an answer this page understands',
      'y Not an answer this page understands',
    ]);
    for (const unknown of all(card, 'unknown-option')) expect(unknown.querySelector('button')).to.equal(null);
    const seen = decisions(card);
    await click(all(card, 'answer')[0]!);
    expect(seen[0]).to.include({ decision: 'approve', optionId: 'always' });

    const bare = await standAlone({ ...dentist, options: [{ id: 'ok', kind: 'allow_once', label: 'Approve once' }] });
    expect(text(get(bare, 'approve')), 'a label that says nothing gets the act').to.equal('Approve once: create event');

    const forced = await standAlone({ ...dentist, options: [{ id: 'ok', kind: 'allow_once' }, { id: 'z', kind: 'huh' }] });
    expect(all(forced, 'answer').map(text)).to.deep.equal(['Reject', 'Approve once: create event']);
    const none = await standAlone({ ...dentist, options: [{ id: 'z', kind: 'huh', label: 'Allow' }] });
    expect(all(none, 'answer').map(text)).to.deep.equal(['Reject']);
  });

  it('edited arguments: JSON only, said in words, sent as input, and back to the proposal', async () => {
    const card = await standAlone({ ...dentist, editable: true });
    const seen = decisions(card);
    await press(get(card, 'edit'));
    await card.updateComplete;
    const field = get(card, 'editor-field') as HTMLTextAreaElement;
    expect(focused(card)).to.equal(field);
    await expect(card).to.be.accessible();
    await write(card, field, '{ "title": ');
    expect(text(get(card, 'editor-hint'))).to.equal('This is not valid JSON');
    await arm(card);
    await click(get(card, 'approve'));
    expect(seen).to.have.length(0);
    await card.updateComplete;
    expect(focused(card)).to.equal(field);
    await write(card, field, '{ "title": "Dentist", "minutes": 45 }');
    expect(text(get(card, 'changes-heading'))).to.equal('Edited by you: 3 changes');
    expect(all(card, 'change').map(text)).to.deep.equal(['start was: 2026-12-01T10:00', 'minutes was: 30 is now: 45', 'calendar was: Personal']);
    await arm(card);
    await click(get(card, 'approve'));
    expect(seen[0]?.input).to.deep.equal({ title: 'Dentist', minutes: 45 });
    await card.updateComplete;
    expect(text(get(card, 'arguments'))).to.contain('45').and.to.contain('Edited by you');

    const back = await standAlone({ ...dentist, editable: true });
    await press(get(back, 'edit'));
    await back.updateComplete;
    await write(back, get(back, 'editor-field') as HTMLTextAreaElement, '{}');
    await press(get(back, 'editor-reset'));
    await arm(back);
    expect(focused(back)).to.equal(get(back, 'edit'));
    const backSeen = decisions(back);
    await click(get(back, 'approve'));
    expect('input' in backSeen[0]!).to.equal(false);
  });
});

async function write(card: TestCard, field: HTMLTextAreaElement, value: string): Promise<void> {
  field.value = value;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await card.updateComplete;
}

describe('<approval-card>: what is safe to press', () => {
  it('controls take nothing for 500 ms after they appear, and look the same meanwhile (A8)', async () => {
    await sendMouse({ type: 'move', position: [0, 0] });
    const card = await standAlone();
    const seen = decisions(card);
    const before = getComputedStyle(get(card, 'approve')).backgroundColor;
    card.time = 499;
    await click(get(card, 'approve'));
    await press(get(card, 'approve'));
    expect(seen).to.have.length(0);
    await sendMouse({ type: 'move', position: [0, 0] });
    expect(getComputedStyle(get(card, 'approve')).backgroundColor).to.equal(before);
    card.time = 500;
    await press(get(card, 'approve'));
    expect(seen).to.have.length(1);
  });

  it('a card that slides under a click train is not approved (A8)', async () => {
    const box = await fixture<HTMLElement>(html`<div><div id="spacer"></div><test-approval-card .approval=${dentist}></test-approval-card></div>`);
    const card = box.querySelector<TestCard>('test-approval-card')!;
    await arm(card);
    const seen = decisions(card);
    const { x, y } = get(card, 'approve').getBoundingClientRect();
    const spacer = box.querySelector<HTMLElement>('#spacer')!;
    for (let shift = 10; shift <= 50; shift += 10) {
      card.time += 300;
      spacer.style.blockSize = `${shift}px`;
      await click(get(card, 'approve'));
    }
    expect(seen).to.have.length(0);
    expect(get(card, 'approve').getBoundingClientRect().y).to.be.above(y);
    expect(get(card, 'approve').getBoundingClientRect().x).to.equal(x);
    // A key is not at a place on the screen.
    await press(get(card, 'approve'));
    expect(seen).to.have.length(1);
  });

  it('pressed before the wait is over and released after it is no answer (A8)', async () => {
    const card = await standAlone();
    const seen = decisions(card);
    const { x, y, width, height } = get(card, 'approve').getBoundingClientRect();
    card.time = 400;
    await sendMouse({ type: 'move', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
    await sendMouse({ type: 'down' });
    card.time = 900;
    await sendMouse({ type: 'up' });
    expect(seen).to.have.length(0);
    await click(get(card, 'approve'));
    expect(seen).to.have.length(1);
  });

  it('another request under the same id says so, waits again and forgets what was typed (A6)', async () => {
    const card = await standAlone({ ...dentist, editable: true });
    const seen = decisions(card);
    await press(get(card, 'edit'));
    card.approval = { ...dentist, editable: true, input: { title: 'Wipe the disk' } };
    await card.updateComplete;
    expect(text(get(card, 'notice'))).to.equal('The request changed. Please read it again.');
    expect(card.matches(':state(changed)')).to.equal(true);
    expect(find(card, 'editor')).to.equal(null);
    expect(text(get(card, 'arguments'))).to.contain('Wipe the disk');
    await click(get(card, 'approve'));
    expect(seen).to.have.length(0);
    await arm(card);
    await click(get(card, 'approve'));
    expect(seen).to.have.length(1);
    const told = await standAlone({ ...dentist, changed: true });
    expect(text(get(told, 'notice'))).to.contain('changed');
  });

  it('200 kB of arguments: the last line is reachable, and nothing is approved before it was (A6)', async () => {
    const script = `${'echo harmless\n'.repeat(15_000)}rm -rf /`;
    const card = await standAlone({ ...dentist, input: { script } });
    const seen = decisions(card);
    expect(card.getBoundingClientRect().height).to.be.below(700);
    await click(get(card, 'approve'));
    await card.updateComplete;
    expect(seen).to.have.length(0);
    expect(text(get(card, 'notice'))).to.contain('Not approved yet');
    expect(focused(card)).to.equal(get(card, 'content'));
    await expect(card).to.be.accessible();
    all(card, 'value-button').find((button) => text(button) === 'Show all')!.click();
    for (let n = 0; n < 50 && !text(get(card, 'arguments')).includes('rm -rf /'); n += 1) await nextFrame();
    expect(text(get(card, 'arguments'))).to.contain('rm -rf /');
    await arm(card);
    await click(get(card, 'approve'));
    expect(seen, 'shown, but not scrolled to').to.have.length(0);
    await press(get(card, 'content'), 'End');
    for (let n = 0; n < 100 && !text(get(card, 'more')).startsWith('Read'); n += 1) await nextFrame();
    expect(text(get(card, 'more'))).to.equal('Read to the end');
    await arm(card);
    await click(get(card, 'approve'));
    expect(seen).to.have.length(1);
  }).timeout(30_000);

  it('rejecting needs no reading', async () => {
    const card = await standAlone({ ...dentist, input: { script: 'x\n'.repeat(500) } } satisfies Approval);
    const seen = decisions(card);
    expect(text(get(card, 'more'))).to.match(/^\d+ more lines/);
    await click(get(card, 'reject'));
    expect(seen[0]?.decision).to.equal('reject');
  });
});
