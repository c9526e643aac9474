/**
 * The built CDN files in pages of their own, as a customer would load them. Each page records what it noticed
 * (violations, errors, warnings) and is asked from outside.
 */
import { expect, waitUntil } from '@open-wc/testing';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import type { ToolCard } from '../../src/elements/tool-card/tool-card.js';

interface Page extends Window {
  readonly noticed: string[];
  readonly ready?: boolean;
  readonly element: ChainabitActivity;
}

async function open(name: string): Promise<{ page: Page; root: ShadowRoot; close: () => void }> {
  const frame = document.createElement('iframe');
  frame.width = '680';
  frame.height = '800';
  frame.src = `/test-pages/${name}.html`;
  document.body.append(frame);
  const page = (): Page => frame.contentWindow as unknown as Page;
  for (let waited = 0; page().ready !== true; waited += 50) {
    if (waited > 8000) throw new Error(`${name} never got ready; it noticed: ${JSON.stringify(page().noticed)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const root = page().element.shadowRoot;
  if (root === null) throw new Error('no shadow root');
  return { page: page(), root, close: () => frame.remove() };
}

/** The text that a person can read in a card, its disclosure included. */
function text(element: Element | null): string {
  return (element?.shadowRoot?.textContent ?? '').replace(/\s+/gu, ' ').trim();
}

function expectWholeFeed(root: ShadowRoot, card = 'tool-card'): void {
  expect(text(root.querySelector(`${card}[call-id="c1"]`))).to.contain('Calendar search').and.to.contain('Done');
  expect(text(root.querySelector('approval-card'))).to.contain('calendar.create').and.to.contain('Dentist');
  expect(text(root.querySelector('plan-review'))).to.contain('Create event');
}

function cardOf(root: ShadowRoot, callId: string): ToolCard | undefined {
  return [...root.querySelectorAll<ToolCard>('tool-card')].find((card) => card.callId === callId);
}

describe('built bundle', () => {
  for (const name of ['esm', 'iife', 'twice', 'csp', 'csp-iife']) {
    it(`A13 A18 ${name}: draws the feed and nothing is noticed (E1, E2, E3, E10)`, async () => {
      const { page, root, close } = await open(name);
      expectWholeFeed(root);
      expect(page.noticed).to.deep.equal([]);
      expect(page.element.hasAttribute('style')).to.equal(false);
      close();
    });
  }

  /** A value for each viewer that is a file of its own. */
  const outputs: readonly [viewer: string, output: unknown][] = [
    ['table', [{ a: 1, b: 'x' }, { a: 2, b: 'y' }]],
    ['tree', { list: Array.from({ length: 300 }, (_, n) => n) }],
    ['diff', { path: 'x', oldText: 'a', newText: 'b' }],
    ['sql', 'SELECT a FROM b'],
    ['media', 'https://images.example/x.png'],
  ];
  for (const name of ['csp', 'csp-iife']) {
    it(`${name}: each viewer is loaded on use and nothing is noticed (E1, E2)`, async () => {
      const { page, root, close } = await open(name);
      for (const [viewer, data] of outputs) {
        page.element.push({ event: 'tool.completed', data: { callId: viewer, toolKey: 'a.b', data } });
        await waitUntil(() => cardOf(root, viewer) !== undefined, viewer);
        const card = cardOf(root, viewer);
        card?.shadowRoot?.querySelector<HTMLElement>('.header')?.click();
        await waitUntil(() => card?.shadowRoot?.querySelector(`[part~="view-${viewer}"]`) != null, `${viewer} is drawn`, { timeout: 10_000 });
        expect(card?.shadowRoot?.querySelectorAll('[style]'), viewer).to.have.length(0);
      }
      expect(page.noticed).to.deep.equal([]);
      close();
    }).timeout(60_000);
  }

  it('leaves one global at most, and no style or script in the page', async () => {
    const { page, close } = await open('iife');
    expect(page).to.have.property('ChainabitActivity');
    expect(page.document.querySelectorAll('style, [style]')).to.have.length(0);
    close();
  });

  it('A18 tag taken by the page: theirs stays, the feed uses the prefixed name, one warning', async () => {
    const { page, root, close } = await open('taken');
    expectWholeFeed(root, 'chainabit-tool-card');
    expect(page.noticed).to.have.length(1);
    expect(page.noticed[0]).to.contain('<tool-card>').and.to.contain('chainabit-tool-card');
    close();
  });

  it('cards in nested shadow roots below the activity find their state', async () => {
    const { page, root, close } = await open('nested');
    const layout = page.document.querySelector('my-layout') as unknown as { card: Element };
    expect(text(layout.card)).to.contain('Calendar search').and.to.contain('Done');
    expect(root.querySelector('[part~="timeline"]')).to.equal(null);
    expect(page.noticed).to.deep.equal([]);
    close();
  });

  it('hostile host CSS deforms nothing inside (E4)', async () => {
    const plain = await open('esm');
    const hostile = await open('hostile');
    for (const selector of ['tool-card[call-id="c1"]', 'approval-card', 'plan-review']) {
      const inner = (root: ShadowRoot): CSSStyleDeclaration[] => {
        const parts = root.querySelector(selector)?.shadowRoot?.querySelectorAll('[part]') ?? [];
        return [...parts].map((each) => getComputedStyle(each));
      };
      const expected = inner(plain.root);
      expect(expected.length).to.be.greaterThan(0);
      inner(hostile.root).forEach((style, index) => {
        for (const property of ['fontSize', 'lineHeight', 'letterSpacing', 'textTransform', 'textAlign', 'fontStyle', 'whiteSpace', 'backgroundColor']) {
          const key = property as 'fontSize';
          expect(style[key], `${selector} ${property}`).to.equal(expected[index]?.[key]);
        }
      });
    }
    plain.close();
    hostile.close();
  });
});
