import { aTimeout, expect, fixture, html, nextFrame } from '@open-wc/testing';
import '../../src/define.js';
import type { ToolCard } from '../../src/elements/tool-card/tool-card.js';

// The gallery's own module, so that the pictures and the figures are of the same content.
const { sixItems } = (await import(new URL('/demo/gallery/six.js', location.href).href)) as { sixItems: (lang: string) => HTMLElement[] };

/** Of this sentence in 14 px Noto Sans, wider than Arial, Inter or Segoe; the figures are for faces up to it. */
const SENTENCE = 'Create event: Dentist, Tue 1 Dec 10:00';
const WIDTH = 249;

/** A machine may have nothing but DejaVu Sans, a fifth wider than what pages use: then its letters are made smaller. */
function typeSizes(): string {
  const probe = document.createElement('span');
  probe.style.cssText = 'position: absolute; white-space: nowrap; font: 14px sans-serif';
  probe.textContent = SENTENCE;
  document.body.append(probe);
  const scale = Math.min(1, WIDTH / probe.getBoundingClientRect().width);
  probe.remove();
  const sizes = { '': 14, '-small': 13, '-tiny': 12 };
  return Object.entries(sizes).map(([name, size]) => `--chainabit-font-size${name}: ${String(size * scale)}px`).join('; ');
}

async function six(width: number, lang: string): Promise<HTMLElement> {
  const box = await fixture<HTMLElement>(
    html`<div lang=${lang} style="display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; inline-size: ${width}px; font-family: sans-serif; ${typeSizes()}">
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
