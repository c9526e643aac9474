import { aTimeout, expect, fixture, html, nextFrame } from '@open-wc/testing';
import '../../src/define.js';
import type { ToolCard } from '../../src/elements/tool-card/tool-card.js';

// The gallery's own module, so that the pictures and the figures are of the same content.
const { sixItems } = (await import(new URL('/demo/gallery/six.js', location.href).href)) as { sixItems: (lang: string) => HTMLElement[] };

async function six(width: number, lang: string): Promise<HTMLElement> {
  const box = await fixture<HTMLElement>(
    html`<div lang=${lang} style="display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; inline-size: ${width}px; font-family: sans-serif">
      ${sixItems(lang)}
    </div>`,
  );
  await nextFrame();
  await nextFrame();
  return box;
}

async function openAll(box: HTMLElement): Promise<void> {
  for (const card of box.querySelectorAll<ToolCard>('tool-card')) card.open = true;
  await aTimeout(400);
}

describe('the six items of the comparison', () => {
  for (const lang of ['en', 'tr']) {
    it(`at 340 px: at most 620 px with the arguments in view, at most 1,000 px open (${lang})`, async () => {
      const box = await six(340, lang);
      expect(box.getBoundingClientRect().height, 'at first sight').to.be.at.most(620);
      const written = box.querySelector('approval-card')!.renderRoot.querySelector('[part="arguments"]')!;
      expect(written.textContent).to.contain('2026-12-01T10:00');
      expect(written.scrollHeight).to.be.at.most(written.clientHeight + 1);
      await openAll(box);
      expect(box.getBoundingClientRect().height, 'open').to.be.at.most(1000);
    });
  }

  it('have one right edge and cut nothing, from 240 px to 1,200 px', async () => {
    for (const width of [240, 340, 530, 680, 1200]) {
      const box = await six(width, 'en');
      await openAll(box);
      for (const element of box.children as HTMLCollectionOf<HTMLElement>) {
        expect(element.scrollWidth, `${element.localName} at ${width}`).to.be.at.most(width);
      }
    }
  });
});
