import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import '../../src/define.js';
import { isLight } from '../../src/elements/internal/scheme-controller.js';

const call = { callId: 'c1', status: 'completed' as const, toolKey: 'calendar.search' };

function scheme(element: Element): string {
  return getComputedStyle(element).colorScheme;
}

describe('the colour scheme that is inherited', () => {
  afterEach(() => {
    document.documentElement.removeAttribute('style');
  });

  it('is dark on a page of light text that names no scheme, from the first moment', async () => {
    const box = await fixture<HTMLElement>(html`<div style="color: #dfe6f0; background: #10141c"></div>`);
    box.innerHTML = '<chainabit-activity></chainabit-activity><tool-card></tool-card>';
    for (const element of box.children) expect(scheme(element), element.localName).to.equal('dark');
    const card = box.querySelector('tool-card')!;
    card.call = call;
    await card.updateComplete;
    await expect(card).to.be.accessible();
  });

  it('is that of the page where it names one, and that of `theme` before all', async () => {
    const box = await fixture<HTMLElement>(html`<div style="color: #dfe6f0; color-scheme: light"><chainabit-activity></chainabit-activity></div>`);
    expect(scheme(box.firstElementChild!)).to.equal('light');
    const light = await fixture<HTMLElement>(html`<div style="color: #fff"><chainabit-activity theme="light"></chainabit-activity></div>`);
    expect(scheme(light.firstElementChild!)).to.equal('light');
    const dark = await fixture<HTMLElement>(html`<div style="color: #222"><chainabit-activity></chainabit-activity></div>`);
    expect(scheme(dark.firstElementChild!)).to.equal('normal');
  });

  it('follows a page that changes its colours', async () => {
    const activity = await fixture(html`<chainabit-activity></chainabit-activity>`);
    for (const [color, expected] of [['#fff', 'dark'], ['#111', 'normal'], ['oklch(0.95 0 0)', 'dark']] as const) {
      document.documentElement.style.color = color;
      await nextFrame();
      expect(scheme(activity), color).to.equal(expected);
    }
  });

  it('reads every way in which a colour is written', () => {
    const light = ['rgb(223, 230, 240)', 'rgba(255, 255, 255, 0.9)', 'color(srgb 0.9 0.9 0.9)', 'color(display-p3 0.9 0.9 1)', 'oklch(0.9 0.02 250)', 'oklab(0.9 0 0)', 'lab(90 0 0)', 'lch(90 5 200)'];
    const dark = ['rgb(27, 31, 36)', 'rgb(90, 99, 110)', 'color(srgb 0.1 0.1 0.1)', 'color(display-p3 0.1 0.1 1e-5)', 'oklch(0.3 0.02 250)', 'lab(30 0 0)', 'nonsense', ''];
    expect(light.filter((color) => !isLight(color))).to.deep.equal([]);
    expect(dark.filter(isLight)).to.deep.equal([]);
  });
});
