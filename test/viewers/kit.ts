import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { LitElement, type TemplateResult } from 'lit';
import { en } from '../../src/locales/en.js';
import { host } from '../../src/styles/host.js';
import { tokens } from '../../src/styles/tokens.js';
import { ValueView, type ValueOptions } from '../../src/viewers/value-view.js';
import { valueStyles } from '../../src/viewers/value-view.styles.js';
import type { ViewChoice } from '../../src/viewers/viewer.js';

/** An element with one value, as a card has it. */
export class ValueHost extends LitElement {
  static override styles = [tokens, host, valueStyles];
  readonly view = new ValueView(this, 'output');
  value: unknown;
  options: Partial<ValueOptions> = {};

  protected override render(): TemplateResult {
    return this.view.render(this.value, { messages: en, label: en.output, ...this.options });
  }
}
customElements.define('value-host', ValueHost);

export async function show(value: unknown, options: Partial<ValueOptions> = {}): Promise<ValueHost> {
  const element = await fixture<ValueHost>(html`<value-host .options=${options}></value-host>`);
  element.value = value;
  element.requestUpdate();
  await element.updateComplete;
  return element;
}

/** As a tool card shows a value: by the viewer for it, once its file is there. */
export async function view(value: unknown, name: string, choice: ViewChoice = {}): Promise<ValueHost> {
  const element = await show(value, { choice });
  await waitUntil(() => part(element, `view-${name}`) !== null, `the ${name} viewer`, { timeout: 10_000 });
  await element.updateComplete;
  return element;
}

export function part(element: ValueHost, name: string): HTMLElement | null {
  return element.renderRoot.querySelector(`[part~="${name}"]`);
}

export function parts(element: ValueHost, name: string): HTMLElement[] {
  return [...element.renderRoot.querySelectorAll<HTMLElement>(`[part~="${name}"]`)];
}

/** Without the white space of templates. */
export function textOf(node: Node | null | undefined): string {
  return (node?.textContent ?? '').replace(/\s+/gu, ' ').trim();
}

export function button(element: ValueHost, label: string): HTMLButtonElement | undefined {
  return [...element.renderRoot.querySelectorAll('button')].find((one) => textOf(one) === label || one.getAttribute('aria-label') === label);
}

export async function press(element: ValueHost, label: string): Promise<void> {
  const found = button(element, label);
  expect(found, `a button "${label}"`).not.to.equal(undefined);
  found?.click();
  await element.updateComplete;
}

export function deep(levels: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Collects what would go to the clipboard. */
export function fakeClipboard(): { readonly copied: string[]; readonly restore: () => void } {
  const copied: string[] = [];
  const value = {
    writeText: (text: string) => Promise.resolve(copied.push(text)),
    write: async ([item]: ClipboardItem[]) => copied.push(await (await item!.getType('text/plain')).text()),
  };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value });
  return { copied, restore: () => Reflect.deleteProperty(navigator, 'clipboard') };
}

/** Passes axe in light and in dark. */
export async function expectAccessible(element: ValueHost): Promise<void> {
  for (const scheme of ['light', 'dark']) {
    document.documentElement.style.colorScheme = scheme;
    document.body.style.background = scheme === 'dark' ? '#15181c' : '#ffffff';
    await expect(element).to.be.accessible();
  }
  document.documentElement.style.colorScheme = '';
  document.body.style.background = '';
}
