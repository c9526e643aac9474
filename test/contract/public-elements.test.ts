/** What the contract says of the elements in a page: where their state comes from, and what a host puts in. */
import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import '../../src/define.js';
import type { ChainabitActivity, PlanReview, ThinkingStatus, ToolCard, Transport, TransportSink, WireFrame } from '../../src/index.js';
import type { ApprovalCard } from '../../src/elements/approval-card/approval-card.js';

const frame = (event: string, payload: object, id?: string): WireFrame => ({ event, data: { runId: 'r', payload }, ...(id !== undefined && { id }) });
const begun: readonly WireFrame[] = [
  frame('plan.step_added', { stepId: 's', label: 'Planned by the run', toolKey: 'a.create' }),
  frame('tool.started', { callId: 'c', toolKey: 'calendar.search', input: { a: 1 }, activity: { activityType: 'research', label: 'Of the run' } }),
  frame('tool.approval_required', { callId: 'd', approvalId: 'a', toolKey: 'mail.send', input: { a: 1 }, activity: { label: 'Asked by the run' } }),
];

interface Card extends HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly updateComplete: Promise<boolean>;
}

async function words(card: Card): Promise<string> {
  await card.updateComplete;
  return card.renderRoot.textContent.replace(/\s+/gu, ' ');
}

describe('public contract: where the elements take their state from (1)', () => {
  it('the feed has the thinking line, the plan, and cards and approvals in timeline order', async () => {
    const element = await fixture<ChainabitActivity>(html`<chainabit-activity></chainabit-activity>`);
    element.push([...begun, frame('tool.started', { callId: 'e' })]);
    await waitUntil(() => element.renderRoot.querySelectorAll('tool-card').length === 3);
    const parts = [...element.renderRoot.querySelectorAll('thinking-status, plan-review, tool-card, approval-card')];
    expect(parts.map((each) => `${each.localName} ${each.getAttribute('call-id') ?? each.getAttribute('approval-id') ?? ''}`.trim())).to.deep.equal([
      'thinking-status', 'plan-review', 'tool-card c', 'tool-card d', 'approval-card a', 'tool-card e',
    ]);
    expect(element.state.order).to.deep.equal([{ kind: 'call', id: 'c' }, { kind: 'call', id: 'd' }, { kind: 'approval', id: 'a' }, { kind: 'call', id: 'e' }]);
  });

  it('from the activity above, unless they have a property of their own', async () => {
    const element = await fixture<ChainabitActivity>(html`<chainabit-activity>
      <thinking-status></thinking-status><tool-card call-id="c"></tool-card><approval-card approval-id="a"></approval-card><plan-review></plan-review>
    </chainabit-activity>`);
    const [thinking, card, approval, plan] = [...element.children] as [ThinkingStatus, ToolCard, ApprovalCard, PlanReview];
    element.push(begun);
    await waitUntil(async () => (await words(card)).includes('Of the run'));
    expect(await words(thinking)).to.contain('Working…');
    expect(await words(approval)).to.contain('Asked by the run');
    expect(await words(plan)).to.contain('Planned by the run');
    thinking.thinking = { active: true, kind: 'heading', heading: 'Own heading' };
    card.call = { callId: 'x', status: 'completed', title: 'Own title' };
    approval.approval = { approvalId: 'y', status: 'pending', prompt: 'Own question' };
    plan.steps = [{ stepId: 'z', label: 'Own step' }];
    for (const [each, own] of [[thinking, 'Own heading'], [card, 'Own title'], [approval, 'Own question'], [plan, 'Own step']] as const) {
      const shown = await words(each);
      expect(shown).to.contain(own).and.not.to.match(/by the run|Of the run/iu);
    }
  });

  it('a renderer is found by tool key, else by activity type', async () => {
    const element = await fixture<ChainabitActivity>(html`<chainabit-activity></chainabit-activity>`);
    element.push(begun);
    await waitUntil(() => element.renderRoot.querySelector('tool-card[call-id="c"]') !== null);
    const card = element.renderRoot.querySelector<ToolCard>('tool-card[call-id="c"]')!;
    card.open = true;
    element.renderers = { research: () => html`<b>by type</b>` };
    await waitUntil(async () => (await words(card)).includes('by type'));
    element.renderers = { 'research': () => html`<b>by type</b>`, 'calendar.search': () => html`<b>by key</b>` };
    await waitUntil(async () => (await words(card)).includes('by key'));
    expect(await words(card)).not.to.contain('by type');
  });
});

describe('public contract: slots (5)', () => {
  const slots: readonly (readonly [tag: string, names: readonly string[], properties: object])[] = [
    ['thinking-status', ['icon'], { thinking: { active: true, kind: 'working' } }],
    ['tool-card', ['icon', 'actions', 'details'], { call: { callId: 'c', status: 'completed' }, open: true }],
    ['approval-card', ['extra'], { approval: { approvalId: 'a', status: 'pending', toolKey: 'k' } }],
    ['plan-review', ['actions'], { steps: [{ stepId: 's', label: 'l' }] }],
  ];
  for (const [tag, names, properties] of slots) {
    it(`${tag}: ${names.join(', ')}`, async () => {
      const box = await fixture<HTMLElement>(html`<div></div>`);
      box.innerHTML = `<${tag}>${names.map((name) => `<i slot="${name}">host</i>`).join('')}</${tag}>`;
      const card = Object.assign(box.firstElementChild as Card, properties);
      await waitUntil(() => card.renderRoot.querySelectorAll('slot').length >= names.length);
      for (const content of card.children) expect(content.assignedSlot?.name, content.slot).to.equal(content.slot);
    });
  }
});

describe('public contract: what the element tells (2)', () => {
  it('a diagnostic for each kind of loss, with a count and a readable reason', async () => {
    const element = await fixture<ChainabitActivity>(html`<chainabit-activity></chainabit-activity>`);
    const told = new Map<string, { count: number; sample: string | undefined }>();
    element.addEventListener('activity-diagnostic', ({ code, count, sample }) => told.set(code, { count: (told.get(code)?.count ?? 0) + count, sample }));
    element.push([
      frame('tool.started', { callId: 'c' }, '1'),
      frame('tool.started', { callId: 'c' }, '1'),
      frame('tool.exploded', {}),
      { event: 'tool.started', data: '{"pay' },
      frame('cot.step', { text: 'private' }),
      frame('tool.completed', { callId: 'c' }, '2'),
      frame('tool.progress', { callId: 'c', message: 'late' }, '3'),
    ]);
    await waitUntil(() => told.has('late'));
    expect([...told].map(([code, { count }]) => [code, count])).to.have.deep.members([['duplicate', 1], ['unknown', 1], ['malformed', 1], ['ignored', 1], ['late', 1]]);
    for (const [code, { sample }] of told) expect(sample?.length, code).to.be.above(10);
    expect(JSON.stringify([...told])).not.to.contain('private');
  });

  it('each change of the connection', async () => {
    const sinks: TransportSink[] = [];
    const transport: Transport = (request, sink) =>
      new Promise((resolve) => {
        sinks.push(sink);
        request.signal.addEventListener('abort', () => {
          resolve();
        });
        sink.open({});
      });
    const element = await fixture<ChainabitActivity>(html`<chainabit-activity></chainabit-activity>`);
    const told: string[] = [];
    element.addEventListener('activity-connection-change', ({ connection }) => told.push(connection.status));
    Object.assign(element, { transport, src: '/events' });
    await waitUntil(() => sinks.length === 1 && told.includes('open'));
    sinks[0]!.frames([frame('tool.started', { callId: 'c' }), frame('message.completed', {})]);
    await waitUntil(() => told.includes('closed'));
    expect(told.filter((status) => status !== 'connecting')).to.deep.equal(['open', 'closed']);
    expect(element.state.connection.status).to.equal('closed');
  });
});
