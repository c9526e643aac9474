import { ContextProvider } from '@lit/context';
import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/elements/plan-review/plan-review.define.js';
import type { PlanStep, ToolCall } from '../../src/activity/state.js';
import { activityContext } from '../../src/context/activity-context.js';
import type { PlanReview } from '../../src/elements/plan-review/plan-review.js';
import { verbOf } from '../../src/elements/internal/verb.js';
import { all, dentist, find, get, renders, StubHandle, text } from '../support/approval-kit.js';

const steps: readonly PlanStep[] = [
  { stepId: 's1', callId: 'c1', label: 'Create event: Dentist', toolKey: 'calendar.create_event', input: { title: 'Dentist' } },
  { stepId: 's2', callId: 'c2', label: 'Move event: Team lunch', toolKey: 'calendar.move_event', detail: 'To Wednesday' },
  { stepId: 's3', callId: 'c3', label: 'Delete event: Gym', toolKey: 'calendar.delete_event' },
];

async function standAlone(own: readonly PlanStep[] | undefined, lang = 'en'): Promise<PlanReview> {
  const box = await fixture(html`<div lang=${lang} style="inline-size: 340px"><plan-review .steps=${own}></plan-review></div>`);
  return box.querySelector('plan-review')!;
}

async function inContext(handle: StubHandle): Promise<PlanReview> {
  const box = await fixture<HTMLElement>(html`<div></div>`);
  new ContextProvider(box, { context: activityContext, initialValue: handle });
  const plan = document.createElement('plan-review');
  box.append(plan);
  await plan.updateComplete;
  return plan;
}

function calls(...list: readonly ToolCall[]): { calls: ReadonlyMap<string, ToolCall> } {
  return { calls: new Map(list.map((call) => [call.callId, call])) };
}

describe('<plan-review>', () => {
  it('lists the planned writes in order, each with its verb, and passes axe in light and dark', async () => {
    const plan = await standAlone(steps);
    expect(text(get(plan, 'heading'))).to.equal('Planned changes');
    expect(text(get(plan, 'count'))).to.equal('3 changes');
    expect(all(plan, 'verb').map(text)).to.deep.equal(['Create', 'Move', 'Delete']);
    expect(all(plan, 'label').map(text)).to.deep.equal(steps.map(({ label }) => label));
    expect(all(plan, 'status').map(text)).to.deep.equal(['Planned', 'Planned', 'Planned']);
    expect(get(plan, 'steps').localName).to.equal('ol');
    for (const scheme of ['light', 'dark']) {
      plan.parentElement!.style.cssText += `color-scheme: ${scheme}; background: ${scheme === 'dark' ? '#15181c' : '#fff'}`;
      await expect(plan).to.be.accessible();
    }
    const [create, , remove] = all(plan, 'verb').map((verb) => getComputedStyle(verb).color);
    expect(remove).not.to.equal(create);
  });

  it('speaks Turkish', async () => {
    const plan = await standAlone(steps, 'tr');
    expect(text(get(plan, 'count'))).to.equal('3 değişiklik');
    expect(all(plan, 'verb').map(text)).to.deep.equal(['Oluştur', 'Taşı', 'Sil']);
  });

  it('is nothing without steps, also for what is no list', async () => {
    for (const none of [[], undefined, null, 'no', {}]) {
      const plan = await standAlone(none as PlanStep[]);
      expect(find(plan, 'plan')).to.equal(null);
      expect(getComputedStyle(plan).display).to.equal('none');
    }
  });

  it('a verb comes from the tool key, and what deletes is never taken for anything else', () => {
    const cases: readonly (readonly [string | undefined, string])[] = [
      ['calendar.create', 'create'], ['addEvent', 'create'], ['mcp__crm__book_room', 'create'], ['files/insert', 'create'],
      ['calendar.reschedule', 'move'], ['db.updateRow', 'change'], ['edit_file', 'change'],
      ['calendar.delete', 'delete'], ['create_or_delete', 'delete'], ['CANCEL_ORDER', 'delete'], ['event.remove', 'delete'],
      ['mail.notify', 'other'], ['undelete', 'other'], ['', 'other'], ['__proto__', 'other'], [undefined, 'other'],
    ];
    for (const [key, verb] of cases) expect(verbOf(key), String(key)).to.equal(verb);
  });

  it('hostile labels stay words (A6, A7, A11)', async () => {
    const label = `<img src=x onerror="globalThis.hacked=1">\u202Eevil${' x'.repeat(3000)}`;
    const plan = await standAlone([{ stepId: '__proto__', label, detail: label, toolKey: 'a.delete', input: label }]);
    expect(plan.shadowRoot?.querySelector('img')).to.equal(null);
    expect(text(get(plan, 'label'))).to.contain('⟦U+202E⟧evil');
    expect(plan.scrollWidth).to.be.at.most(plan.clientWidth);
  });

  it('arguments are in a disclosure, by keyboard, drawn when opened; falsy ones too (T7, V4)', async () => {
    const plan = await standAlone([...steps, { stepId: 's4', label: 'Set to zero', input: 0 }]);
    expect(all(plan, 'toggle')).to.have.length(2);
    expect(find(plan, 'details')).to.equal(null);
    for (const toggle of all(plan, 'toggle')) {
      toggle.focus();
      await sendKeys({ press: 'Enter' });
      await plan.updateComplete;
      expect(plan.shadowRoot?.activeElement).to.equal(toggle);
      expect(toggle.getAttribute('aria-expanded')).to.equal('true');
    }
    expect(all(plan, 'details').map(text).join()).to.contain('Dentist').and.to.contain('0');
    await expect(plan).to.be.accessible();
    await sendKeys({ press: ' ' });
    await plan.updateComplete;
    expect(all(plan, 'details')).to.have.length(1);
  });

  it('joins each step with its call and its approval, and renders only when a status changes', async () => {
    const handle = new StubHandle();
    handle.set({ plan: steps });
    const plan = await inContext(handle);
    const counter = renders(plan);
    handle.set(calls({ callId: 'c1', status: 'active' }));
    await plan.updateComplete;
    expect(counter.count).to.equal(1);
    expect(all(plan, 'status').map(text)).to.deep.equal(['Running', 'Planned', 'Planned']);
    // Progress, another call, another part of the state: nothing to draw.
    handle.set(calls({ callId: 'c1', status: 'active', detail: 'half way' }, { callId: 'cx', status: 'failed' }));
    handle.set({});
    await plan.updateComplete;
    expect(counter.count).to.equal(1);
    handle.approvals({ ...dentist, approvalId: 'ap', callId: 'c3' });
    handle.set(calls({ callId: 'c1', status: 'completed' }, { callId: 'c2', status: 'active', rawStatus: 'paused' }, { callId: 'c3', status: 'awaiting_approval', approvalId: 'ap' }));
    await plan.updateComplete;
    expect(counter.count).to.equal(2);
    expect(all(plan, 'status').map(text)).to.deep.equal(['Done', 'Status: paused', 'Needs your answer']);
    await expect(plan).to.be.accessible();
    handle.approvals({ ...dentist, approvalId: 'ap', callId: 'c3', status: 'sending' });
    await plan.updateComplete;
    expect(text(all(plan, 'status')[2]!)).to.equal('Sending…');
    plan.remove();
    expect(handle.listeners).to.equal(0);
  });

  it('keeps the rows of known steps when one is added (V5)', async () => {
    const handle = new StubHandle();
    handle.set({ plan: steps.slice(0, 2) });
    const plan = await inContext(handle);
    const before = all(plan, 'step');
    handle.set({ plan: steps });
    await plan.updateComplete;
    expect(all(plan, 'step').slice(0, 2)).to.deep.equal(before);
    expect(text(get(plan, 'count'))).to.equal('3 changes');
  });
});
