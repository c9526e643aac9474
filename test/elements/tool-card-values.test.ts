import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import type { ToolCall } from '../../src/activity/state.js';
import { ToolCard } from '../../src/elements/tool-card/tool-card.js';
import { en } from '../../src/locales/en.js';
import { define } from '../../src/registry.js';
import { ActivityStub } from '../support/activity-stub.js';

define('tool-card', ToolCard);

const base: ToolCall = { callId: 'c1', status: 'active', toolKey: 'search_calendar' };

async function card(call: Partial<ToolCall> = {}, open = false): Promise<ToolCard> {
  return fixture<ToolCard>(html`<tool-card .call=${{ ...base, ...call }} ?open=${open}></tool-card>`);
}

async function update(element: ToolCard, call: Partial<ToolCall>): Promise<void> {
  element.call = { ...element.call!, ...call };
  await element.updateComplete;
}

function part(element: ToolCard, name: string): HTMLElement | null {
  return element.renderRoot.querySelector(`[part~="${name}"]`);
}

function text(element: ToolCard, name: string): string {
  return (part(element, name)?.textContent ?? '').replace(/\s+/gu, ' ').trim();
}

describe('<tool-card> and its viewers', () => {
  const view = async (element: ToolCard, name: string): Promise<HTMLElement> => {
    await waitUntil(() => part(element, name) !== null, name, { timeout: 10_000 });
    await element.updateComplete;
    return part(element, name)!;
  };

  it('shows an output as what it is, and both ways to the whole of it', async () => {
    const element = await card({ status: 'completed', input: { a: 1 }, output: [{ a: 1, b: 'x' }, { a: 2, b: 'y' }] }, true);
    const table = await view(element, 'table');
    expect(table.querySelectorAll('tbody tr')).to.have.length(2);
    const json = [...element.renderRoot.querySelectorAll<HTMLElement>('[part~="output"] button')].find((one) => one.textContent === en.viewAsJson)!;
    json.click();
    await element.updateComplete;
    expect(part(element, 'table')).to.equal(null);
    expect(JSON.parse(text(element, 'code'))).to.deep.equal([{ a: 1, b: 'x' }, { a: 2, b: 'y' }]);
  });

  it('follows a hint where the value fits it', async () => {
    const element = await card({ status: 'completed', output: { a: 1, b: 2 }, activity: { renderHint: 'json_tree' } }, true);
    expect((await view(element, 'tree')).getAttribute('role')).to.equal('tree');
  });

  it('adds the styles of a viewer to itself, once', async () => {
    const first = await card({ status: 'completed', output: [{ a: 1, b: 'x' }, { a: 2, b: 'y' }] }, true);
    await view(first, 'table');
    const before = first.shadowRoot!.adoptedStyleSheets.length;
    await update(first, { output: [{ a: 3, b: 'x' }, { a: 2, b: 'y' }] });
    await view(first, 'table');
    expect(first.shadowRoot!.adoptedStyleSheets.length).to.equal(before);
    const closed = await card({ status: 'completed', output: 1 });
    expect(closed.shadowRoot!.adoptedStyleSheets.length).to.be.below(before - 1);
  });

  it('loads images only from the origins that are set for it, or for the page', async () => {
    const output = { type: 'image', data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', mimeType: 'image/png', alt: 'A dot' };
    const element = await card({ status: 'completed', output }, true);
    await view(element, 'media');
    expect(part(element, 'image')).to.equal(null);
    element.setAttribute('media-origins', ' https://a.example  data: ');
    await element.updateComplete;
    expect(part(element, 'image')?.getAttribute('alt')).to.equal('A dot');
    const stub = new ActivityStub();
    stub.configure({ mediaOrigins: ['data:'] });
    stub.calls({ ...base, status: 'completed', output });
    const inside = document.createElement('tool-card');
    inside.callId = 'c1';
    inside.open = true;
    stub.element.append(inside);
    await view(inside, 'image');
    stub.remove();
  });

  it('lends its viewers to a renderer, which is found by its hint too', async () => {
    const stub = new ActivityStub();
    stub.configure({
      renderers: {
        report: ({ call, view: show }) => html`<h4>Report</h4>${show?.((call?.output as { rows: unknown }).rows, { as: 'table', label: 'Rows' })}`,
      },
    });
    stub.calls({ ...base, status: 'completed', output: { rows: [{ a: { b: 1 } }, { a: { b: 2 } }] }, activity: { renderHint: 'report' } });
    const inside = document.createElement('tool-card');
    inside.callId = 'c1';
    inside.open = true;
    stub.element.append(inside);
    const table = await view(inside, 'table');
    expect(inside.renderRoot.querySelector('h4')?.textContent).to.equal('Report');
    expect(table.closest('.value')?.getAttribute('aria-label')).to.equal('Rows');
    stub.remove();
  });

  it('says that arguments are still being written, until they are there', async () => {
    const element = await card({ status: 'pending', inputText: '{"a":"' }, true);
    expect(text(element, 'value-state')).to.equal(en.beingWritten);
    const node = part(element, 'code')!.querySelector('span')!.firstChild;
    await update(element, { inputText: '{"a":"b' });
    expect(text(element, 'code')).to.equal('{"a":"b');
    expect(part(element, 'code')!.querySelector('span')!.firstChild, 'the same node').to.equal(node);
    await update(element, { status: 'interrupted' });
    expect(part(element, 'value-state')).to.equal(null);
  });
});
