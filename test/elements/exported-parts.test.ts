import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import { exportedParts } from '../../src/elements/chainabit-activity/exported-parts.js';

interface Manifest {
  readonly modules: readonly { readonly declarations?: readonly { readonly tagName?: string; readonly cssParts?: readonly { readonly name: string }[] }[] }[];
}

const manifest = (await (await fetch('/custom-elements.json')).json()) as Manifest;
const tags = { thinking: 'thinking-status', plan: 'plan-review', card: 'tool-card', approval: 'approval-card' } as const;

describe('parts of the cards, passed on by the feed (E9)', () => {
  for (const [name, tag] of Object.entries(tags) as [keyof typeof tags, string][]) {
    it(`${tag}: all that it documents, and nothing else`, () => {
      const declaration = manifest.modules.flatMap(({ declarations }) => declarations ?? []).find(({ tagName }) => tagName === tag);
      const documented = new Set(declaration?.cssParts?.map((part) => part.name));
      expect(exportedParts[name].split(', ').sort()).to.deep.equal([...documented].map((part) => `${part}: ${name}-${part}`).sort());
    });
  }

  it('every box of a card is a part', async () => {
    const element = await fixture<ChainabitActivity>(html`<chainabit-activity></chainabit-activity>`);
    const input = { to: 'x' };
    element.push([
      { event: 'plan.step_added', data: { stepId: 's', label: 'Send', toolKey: 'mail.send', input } },
      { event: 'tool.failed', data: { callId: 'c1', toolKey: 'a.b', input, error: { code: 'E', message: 'No' } } },
      { event: 'tool.approval_required', data: { callId: 'c2', toolKey: 'mail.send', input, reason: 'why', risk: 'high', editable: true } },
    ]);
    await element.updateComplete;
    for (const tag of Object.values(tags)) {
      const card = element.renderRoot.querySelector<ChainabitActivity>(tag);
      await card?.updateComplete;
      const boxes = [...(card?.renderRoot.querySelectorAll('div, ol, li, p, h3, button, progress, textarea, span[class]:not(.muted, .clamp)') ?? [])];
      const bare = boxes.filter((box) => !box.hasAttribute('part') && !box.classList.contains('visually-hidden'));
      expect(boxes.length, tag).to.be.above(1);
      expect(bare.map(({ outerHTML }) => outerHTML.slice(0, 60)), tag).to.deep.equal([]);
    }
  });

  it('a page reaches the title of a card in the feed', async () => {
    const style = new CSSStyleSheet();
    style.replaceSync('chainabit-activity::part(card-title) { text-decoration-line: underline }');
    document.adoptedStyleSheets.push(style);
    const element = await fixture<ChainabitActivity>(html`<chainabit-activity></chainabit-activity>`);
    element.push({ event: 'tool.started', data: { callId: 'c1', toolKey: 'a.b' } });
    await new Promise((resolve) => element.addEventListener('activity-change', resolve, { once: true }));
    await element.updateComplete;
    const card = element.renderRoot.querySelector('tool-card');
    await card?.updateComplete;
    const title = card?.renderRoot.querySelector('[part~="title"]');
    expect(title && getComputedStyle(title).textDecorationLine).to.equal('underline');
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== style);
  });
});
