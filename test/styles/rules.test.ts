/** What the styles of the elements may do to a page, and what a page may do with them (contract 5). */
import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import '../../src/define.js';
import { ApprovalCard, ChainabitActivity, PlanReview, ThinkingStatus, ToolCard } from '../../src/index.js';
import { fetchText } from '../dialects/frames.js';

const elements = { 'chainabit-activity': ChainabitActivity, 'thinking-status': ThinkingStatus, 'tool-card': ToolCard, 'approval-card': ApprovalCard, 'plan-review': PlanReview };

function cssOf(element: (typeof elements)[keyof typeof elements]): string {
  return element.elementStyles.map((sheet) => ('cssText' in sheet ? sheet.cssText : '')).join('\n');
}

const READ = /var\(\s*(--chainabit-[\w-]+)\s*(,?)/gu;

describe('the styles of the elements (E4, E5)', () => {
  for (const [tag, element] of Object.entries(elements)) {
    it(`${tag}: no rem, and no z-index above 1`, () => {
      const css = cssOf(element);
      expect(css.length).to.be.above(1000);
      expect(css.match(/[\d.]rem\b/gu)).to.equal(null);
      for (const [, value] of css.matchAll(/z-index:\s*([^;]+);/gu)) expect(Number(value), value).to.be.at.most(1);
    });

    it(`${tag}: reads public properties with a fallback only, and each is in the document`, async () => {
      const document = await fetchText('/docs/theming.md');
      const read = [...cssOf(element).matchAll(READ)];
      expect(read.length).to.be.above(10);
      for (const [, name, comma] of read) {
        expect(comma, `${name ?? ''} has a fallback`).to.equal(',');
        expect(document).to.contain(`\`${name ?? ''}\``);
      }
    });
  }
});

describe('what the elements put on a page (E1)', () => {
  it('has no style attribute and no style element, in any shadow root', async () => {
    const activity = await fixture<ChainabitActivity>(html`<chainabit-activity stop-url="/s"></chainabit-activity>`);
    const frame = (event: string, payload: object) => ({ event, data: { runId: 'r', at: 1, payload } });
    activity.push([
      frame('capability.resolved', { capability: 'k' }),
      frame('plan.step_added', { stepId: 's', label: 'l', toolKey: 'a.delete', callId: 'd', input: { a: 1 } }),
      frame('tool.started', { callId: 'c', toolKey: 'a.b', input: { a: [{ b: 1 }, { b: 2 }] } }),
      frame('tool.progress', { callId: 'c', progress: { done: 1, total: 3 } }),
      frame('tool.failed', { callId: 'f', error: { code: 'E', message: 'no' } }),
      frame('tool.approval_required', { callId: 'd', toolKey: 'a.delete', input: { a: 1 }, risk: 'high', editable: true, expiresInMs: 60_000 }),
      frame('message.delta', { delta: 'text' }),
    ]);
    await waitUntil(() => activity.renderRoot.querySelector('approval-card')?.shadowRoot?.querySelector('[part~="card"]') != null);
    const roots: ShadowRoot[] = [];
    const visit = (root: ShadowRoot): void => {
      roots.push(root);
      for (const each of root.querySelectorAll('*')) if (each.shadowRoot) visit(each.shadowRoot);
    };
    for (const card of activity.renderRoot.querySelectorAll<ToolCard>('tool-card')) {
      card.open = true;
      await card.updateComplete;
    }
    visit(activity.shadowRoot!);
    expect(roots.length).to.be.above(4);
    for (const root of roots) expect(root.querySelectorAll('[style], style, link')).to.have.length(0);
  });
});
