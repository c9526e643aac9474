import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import '../../src/define.js';
import type { WireFrame } from '../../src/core.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';

const WHY = 'The accounting service stopped answering.';
let sequence = 0;

function frame(event: string, payload: Record<string, unknown>): WireFrame {
  sequence += 1;
  return { event, id: String(sequence), data: { runId: 'run_a', sequence, payload } };
}

const call = { toolKey: 'calendar.create', callId: 'c1' };
const ask = (more: Record<string, unknown> = {}): WireFrame =>
  frame('tool.approval_required', { ...call, approvalId: 'a1', input: { title: 'Dentist' }, activity: { label: 'Create event' }, ...more });
const accepted = (): WireFrame => frame('tool.approval_response', { ...call, approvalId: 'a1', approved: true, by: 'you' });

async function show(...frames: WireFrame[]): Promise<ChainabitActivity> {
  const element = await fixture<ChainabitActivity>(html`<chainabit-activity lang="en"></chainabit-activity>`);
  element.push(frames);
  await waitUntil(() => part(element, 'item') !== undefined, 'drawn');
  await aTimeout(50);
  return element;
}

function part(element: Element, name: string): HTMLElement | undefined {
  return parts(element, name)[0];
}

/** What is on the page of one part, in the feed and in its cards. */
function parts(element: Element, name: string): HTMLElement[] {
  const roots = [element.shadowRoot!, ...[...element.shadowRoot!.querySelectorAll('tool-card, approval-card')].map((card) => card.shadowRoot!)];
  return roots.flatMap((root) => [...root.querySelectorAll<HTMLElement>(`[part~="${name}"]`)]);
}

function seen(element: Element): string {
  return ['detail', 'error', 'reason', 'receipt', 'end']
    .flatMap((name) => parts(element, name))
    .filter((each) => each.checkVisibility())
    .map((each) => each.textContent)
    .join(' ');
}

describe('things are said once', () => {
  it('the reason of a failed run: by its end; by a card and a receipt only when opened', async () => {
    const element = await show(
      frame('tool.started', { toolKey: 'finance.invoices', callId: 'c0' }),
      ask(),
      frame('run.failed', { error: { code: 'upstream', message: WHY } }),
    );
    expect(seen(element).split(WHY)).to.have.length(2);
    expect(part(element, 'end-reason')?.textContent).to.equal(WHY);
    element.shadowRoot!.querySelector('tool-card')!.open = true;
    await aTimeout(50);
    expect(seen(element).split(WHY)).to.have.length(3);
    await expect(element).to.be.accessible();
  });

  it('the cause of a failed call is its own, also when the run gives the same', async () => {
    const failed = { toolKey: 'finance.invoices', callId: 'c0', error: { message: WHY } };
    const element = await show(frame('tool.failed', failed), frame('run.failed', { error: { code: 'upstream', message: WHY } }));
    expect(part(element, 'error')?.textContent).to.contain(WHY);
  });

  it('a failure without words gets some', async () => {
    const element = await show(frame('tool.failed', { toolKey: 'finance.invoices', callId: 'c0' }), frame('run.failed', {}));
    expect(part(element, 'error')?.textContent).to.match(/\S/u);
    expect(part(element, 'end')?.textContent).to.contain('The run failed');
    expect(part(element, 'end-reason')?.textContent).to.match(/\S/u);
  });

  it('a receipt says what was decided, by whom and when; its subject only where no card says it', async () => {
    const element = await show(ask(), accepted());
    const heading = parts(element, 'heading').at(-1)!;
    const receipt = part(element, 'receipt')!;
    const top = (each: Element): number => Math.round(each.getBoundingClientRect().bottom);
    expect(heading.textContent).to.equal('Approved');
    expect(receipt.textContent).to.contain('by you');
    expect(Math.abs(top(part(element, 'decided-by')!) - top(heading))).to.be.at.most(4);
    expect(part(element, 'question')!.getBoundingClientRect().width, 'the card above has it').to.equal(1);
    element.push(frame('tool.completed', { ...call, activity: { label: 'Created event' } }));
    await aTimeout(50);
    expect(part(element, 'question')!.getBoundingClientRect().width, 'in another tense too').to.equal(1);
    const alone = await fixture<HTMLElement>(html`<div><approval-card .approval=${element.state.approvals.get('a1')}></approval-card></div>`);
    const subject = alone.querySelector('approval-card')!.renderRoot.querySelector('[part="question"]')!;
    expect(subject.textContent).to.equal('Create event');
    expect(subject.getBoundingClientRect().width).to.be.above(20);
  });
});

describe('a long feed', () => {
  const calls = (count: number): WireFrame[] =>
    Array.from({ length: count }, (_, at) => frame(at % 7 === 6 ? 'tool.failed' : 'tool.completed', { toolKey: 'pages.check', callId: `p"${String(at)}` }));

  it('ends with the way to each call that failed, in turn and around', async () => {
    const element = await show(...calls(22), frame('run.settlement.completed', { outcome: 'completed' }));
    const button = part(element, 'failures')!;
    expect(button.textContent.trim()).to.equal('Show 3 failed steps');
    for (const at of [6, 13, 20, 6]) {
      button.click();
      expect(element.shadowRoot!.activeElement?.getAttribute('call-id')).to.equal(`p"${String(at)}`);
    }
    await expect(element).to.be.accessible();
  });

  it('has none where all is in sight, or well', async () => {
    const end = frame('run.settlement.completed', { outcome: 'completed' });
    expect(part(await show(...calls(12), end), 'failures')).to.equal(undefined);
  });
});
