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
