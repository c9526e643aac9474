/**
 * The files that the main one loads: what a page sees of them when all is well, when one cannot be had, and when one is
 * not what was built.
 */
import { aTimeout, expect, waitUntil } from '@open-wc/testing';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';

interface Page extends Window {
  readonly errors: string[];
  readonly ready?: boolean;
  readonly element: ChainabitActivity;
  readonly changedCodeRan?: boolean;
}

const FORMS = ['module', 'classic'] as const;
let tokens = 0;
let token = '';

/** The file that was late is there now. */
const release = (): Promise<Response> => fetch(`/cdn-hurt/let/it/${token}`);

/** A page whose main file comes from a folder in which one file is hurt. */
async function open(what: string, file: string, form: (typeof FORMS)[number], base?: string): Promise<Page> {
  const frame = document.createElement('iframe');
  frame.width = '680';
  frame.height = '800';
  tokens += 1;
  token = `${form}-${String(tokens)}-${crypto.randomUUID()}`;
  const from = `/cdn-hurt/${what}/${encodeURIComponent(file)}/${token}/`;
  const query = new URLSearchParams({ from, form, ...(base !== undefined && { base }) });
  frame.src = `/test-pages/parts.html?${query.toString()}`;
  document.body.append(frame);
  const page = (): Page => frame.contentWindow as unknown as Page;
  await waitUntil(() => page().ready === true, `${what} ${file} ${form} never got ready`, { timeout: 10_000 });
  return page();
}

const inside = ({ element }: Page): ShadowRoot => element.shadowRoot!;
const shown = (page: Page, part: string): string => inside(page).querySelector(`[part~="${part}"]`)?.textContent.trim() ?? '';
const card = (page: Page): ShadowRoot => inside(page).querySelector('tool-card')!.shadowRoot!;
const approval = (page: Page): ShadowRoot | null | undefined => inside(page).querySelector('approval-card')?.shadowRoot;

function press(root: ShadowRoot, part: string): void {
  root.querySelector<HTMLElement>(`[part~="${part}"]`)!.click();
}

describe('files of the CDN build', () => {
  afterEach(() => {
    for (const frame of document.querySelectorAll('iframe')) frame.remove();
  });

  for (const form of FORMS) {
    it(`${form}: what was pushed before the engine came is in the state once the element is complete`, async () => {
      const page = await open('late', 'nothing.js', form);
      expect([...page.element.state.calls.keys()]).to.deep.equal(['c1', 'c2']);
      expect(page.errors).to.deep.equal([]);
    });

    it(`${form}: an opened card shows its values`, async () => {
      const page = await open('late', 'nothing.js', form);
      press(card(page), 'header');
      await waitUntil(() => card(page).querySelector('[part~="input"]')?.textContent.includes('2026-12-01'), 'input');
    });

    it(`${form}: an engine that cannot be had is a failed connection, and comes with the next try (E8)`, async () => {
      const page = await open('late', 'engine.js', form);
      await waitUntil(() => page.element.state.connection.status === 'failed', 'failed');
      expect(page.element.state.connection.error).to.include({ code: 'load-failed', retryable: true });
      expect(page.errors).to.deep.equal(['load-failed']);
      await page.element.updateComplete;
      expect(shown(page, 'connection-text')).to.equal('A part of this display could not be loaded.');
      await release();
      press(inside(page), 'retry');
      await waitUntil(() => page.element.state.calls.size === 2, 'what was pushed is there');
      await waitUntil(() => shown(page, 'connection-text') === '', 'the line is gone');
    });

    it(`${form}: cards that cannot be had are said in words, with a way to them (E8)`, async () => {
      const page = await open('late', 'cards.js', form);
      await waitUntil(() => shown(page, 'fault').includes('could not be loaded'), 'fault');
      expect(page.errors).to.include('load-failed');
      await release();
      press(inside(page), 'retry');
      await waitUntil(() => approval(page)?.textContent.includes('calendar.create'), 'approval card');
      await waitUntil(() => shown(page, 'fault') === '', 'the fault is gone');
    });

    it(`${form}: a card that is opened while its file cannot be had says so, and opens the next time`, async () => {
      const page = await open('late', 'cards.js', form);
      press(card(page), 'header');
      await waitUntil(() => card(page).textContent.includes('could not be loaded'), 'words');
      await release();
      press(card(page), 'header');
      press(card(page), 'header');
      await waitUntil(() => card(page).textContent.includes('2026-12-01'), 'input');
    });

    it(`${form}: a viewer that cannot be had leaves the value as text, in words, with a way to it (E8)`, async () => {
      const page = await open('late', 'viewers/table.js', form);
      const rows = [{ a: 1, b: 'x' }, { a: 2, b: 'y' }];
      page.element.push({ event: 'tool.completed', data: { callId: 'rows', toolKey: 'list.rows', data: rows } });
      const last = (): ShadowRoot => [...inside(page).querySelectorAll('tool-card')].at(-1)!.shadowRoot!;
      await waitUntil(() => last().textContent.includes('List rows'), 'card');
      press(last(), 'header');
      await waitUntil(() => last().querySelector('[part~="view-lost"]') !== null, 'words');
      expect(JSON.parse(last().querySelector('[part~="output"] pre')!.textContent)).to.deep.equal(rows);
      await waitUntil(() => page.errors.includes('load-failed'), 'error');
      await release();
      const again = last().querySelector<HTMLElement>('[part~="view-lost"] button')!;
      again.focus();
      again.click();
      await waitUntil(() => last().querySelector('[part~="table"]') !== null, 'table');
      expect(last().querySelector('[part~="view-lost"]')).to.equal(null);
      await waitUntil(() => last().activeElement?.matches('.tool') === true, 'the focus stays in the card');
    });

    for (const file of ['engine.js', 'cards.js']) {
      it(`A14 ${form}: one changed byte in ${file}: it does not run`, async () => {
        const page = await open('changed', file, form);
        await waitUntil(() => page.errors.includes('load-failed'), 'error');
        press(inside(page), 'retry');
        await waitUntil(() => page.errors.filter((code) => code === 'load-failed').length > 1, 'again');
        await aTimeout(0);
        expect(page.changedCodeRan).to.equal(undefined);
      });
    }
  }

  it('setBasePath() right after the script serves also what was asked for before it', async () => {
    const page = await open('gone', 'engine.js', 'classic', '/cdn/');
    await waitUntil(() => page.element.state.calls.size === 2, 'state');
    await waitUntil(() => approval(page)?.textContent.includes('calendar.create'), 'approval card');
  });

  it('words that a page gave before the cards came reach them, over those of its language', async () => {
    const page = await open('late', 'cards.js', 'classic');
    const { registerLocale } = (page as unknown as { ChainabitActivity: { registerLocale: (words: object) => void } }).ChainabitActivity;
    const approveAct = (act: string): string => `Einverstanden: ${act}`;
    registerLocale({ locale: 'de', needsAnswer: 'Deine Antwort fehlt', approveAct, reject: 'Nein' });
    page.document.documentElement.lang = 'de';
    page.element.messages = { reject: 'Lieber nicht' };
    await page.element.updateComplete;
    await release();
    page.element.retry();
    await waitUntil(() => approval(page)?.textContent.includes('Deine Antwort fehlt'), 'heading');
    const answers = [...approval(page)!.querySelectorAll('[part~="answer"]')].map((button) => button.textContent.trim());
    expect(answers).to.deep.equal(['Lieber nicht', 'Einverstanden: create (calendar)']);
  });

  it('engine.js runs in a worker, without a DOM', async () => {
    const code = `import { chainabitDialect, createActivityStore, emptyState, loadDialect, reduce } from '${location.origin}/cdn/engine.js';
      postMessage([typeof createActivityStore, typeof reduce, emptyState.run.status, chainabitDialect.name, (await loadDialect('openai-responses')).name]);`;
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })), { type: 'module' });
    const said = await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        resolve(data);
      };
      worker.onerror = ({ message }) => {
        reject(new Error(message));
      };
    });
    worker.terminate();
    expect(said).to.deep.equal(['function', 'function', 'idle', 'chainabit', 'openai-responses']);
  });
});
