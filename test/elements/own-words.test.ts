import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import '../../src/define.js';
import type { ToolCall } from '../../src/activity/state.js';
import { registerLocale } from '../../src/locales/index.js';
import { en } from '../../src/locales/en.js';
import { all, get, text } from '../support/approval-kit.js';

type Made = HTMLElement & { readonly renderRoot: DocumentFragment; readonly updateComplete: Promise<boolean> };

const working: ToolCall = { callId: 'c', status: 'active', toolKey: 'files.read', progress: { done: 12, total: 40 }, startedAt: 0, activity: { label: 'البحث', detail: 'ثلاثة (مايو).' } };
const failed: ToolCall = { callId: 'c', status: 'failed', toolKey: 'files.read', error: { code: 'E42', message: 'لا يوجد اتصال.' }, startedAt: 0, endedAt: 61_000 };
const degraded: ToolCall = { callId: 'c', status: 'degraded', toolKey: 'files.read', reason: 'مشغول!' };
const steps = [{ stepId: 's', label: 'إنشاء موعد', toolKey: 'calendar.create' }];
const rejected = { approvalId: 'a', status: 'rejected' as const, callId: 'c', toolKey: 'k', reason: 'ليس الآن', settledBy: 'server' as const };

async function stage(page: { readonly lang: string; readonly dir: string }, call = working): Promise<Readonly<Record<'card' | 'plan' | 'approval', Made>>> {
  const box = await fixture(html`<div lang=${page.lang} dir=${page.dir} style="inline-size: 500px">
    <tool-card .call=${call}></tool-card><plan-review .steps=${steps}></plan-review><approval-card .approval=${rejected}></approval-card>
  </div>`);
  const [card, plan, approval] = [...box.children] as [Made, Made, Made];
  await Promise.all([card, plan, approval].map((each) => each.updateComplete));
  return { card, plan, approval };
}

/** The pieces of a text from left to right, as the eye meets them. */
function fromTheLeft(place: Element, ...pieces: readonly string[]): string[] {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const found = new Map<string, number>();
  while (walker.nextNode()) {
    const { data } = walker.currentNode as Text;
    for (const piece of pieces) {
      const at = data.indexOf(piece);
      if (at < 0 || found.has(piece)) continue;
      const range = document.createRange();
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + piece.length);
      found.set(piece, range.getBoundingClientRect().left);
    }
  }
  return [...found].sort(([, one], [, other]) => one - other).map(([piece]) => piece);
}

function languageOf(place: Element): string | undefined {
  return place.closest('[lang]')?.getAttribute('lang') ?? undefined;
}

const arabic = { lang: 'ar', dir: 'rtl' };

describe('the words of the interface in a page of the other direction (L5)', () => {
  it('read in their own direction, figures and punctuation in place', async () => {
    const { card, plan, approval } = await stage(arabic);
    expect(fromTheLeft(get(plan, 'count'), '1', 'change')).to.deep.equal(['1', 'change']);
    expect(fromTheLeft(get(card, 'progress-text'), '12', 'of', '40')).to.deep.equal(['12', 'of', '40']);
    expect(fromTheLeft(get(approval, 'reason'), 'Reason', ':')).to.deep.equal(['Reason', ':']);
    const late = await stage(arabic, failed);
    expect(text(get(late.card, 'time'))).to.equal('1m 1s');
    expect(fromTheLeft(get(late.card, 'time'), '1m', '1s')).to.deep.equal(['1m', '1s']);
  });

  it('say their language, and what the agent wrote stays in that of the page', async () => {
    const { card, plan, approval } = await stage(arabic, degraded);
    for (const place of [get(card, 'status'), get(plan, 'heading'), get(plan, 'verb'), get(approval, 'heading'), get(approval, 'reason')]) {
      expect([languageOf(place), getComputedStyle(place).direction], text(place)).to.deep.equal(['en', 'ltr']);
    }
    for (const place of [get(card, 'title'), get(card, 'reason').querySelector('bdi')!, get(plan, 'label'), get(approval, 'reason').querySelector('bdi')!]) {
      expect(languageOf(place) ?? 'ar', text(place)).to.equal('ar');
    }
    expect(getComputedStyle(get(card, 'reason').querySelector('bdi')!).direction).to.equal('rtl');
  });

  it('leave the layout to the page: cards are mirrored, lines begin on the right', async () => {
    const { card, plan } = await stage(arabic, degraded);
    const left = (place: Element): number => place.getBoundingClientRect().left;
    expect(left(get(card, 'title'))).to.be.above(left(get(card, 'status')));
    expect(left(get(plan, 'heading'))).to.be.above(left(get(plan, 'count')));
    expect(getComputedStyle(get(card, 'card')).direction).to.equal('rtl');
    const range = document.createRange();
    range.selectNodeContents(get(plan, 'heading'));
    expect(range.getBoundingClientRect().right).to.be.closeTo(get(plan, 'heading').getBoundingClientRect().right, 1);
  });

  it('are left alone where direction and language are those of the page', async () => {
    const marks = ({ renderRoot }: Made): string[] => [...renderRoot.querySelectorAll('[lang], [dir="ltr"], [dir="rtl"]')].map(({ outerHTML }) => outerHTML);
    for (const lang of ['en', 'en-GB', 'tr', '']) {
      const { card, plan, approval } = await stage({ lang, dir: 'ltr' }, failed);
      for (const each of [card, plan, approval]) expect(marks(each), `${lang}: ${each.localName}`).to.deep.equal([]);
    }
  });

  it('say their language in a page of another one with the same direction', async () => {
    const { card } = await stage({ lang: 'de', dir: 'ltr' });
    expect(languageOf(get(card, 'status'))).to.equal('en');
    expect(languageOf(get(card, 'title')) ?? 'de').to.equal('de');
  });

  it('are right-to-left words in a left-to-right page, too', async () => {
    registerLocale({ ...en, locale: 'he', plannedCount: (n) => `${String(n)} שינויים!`, status: { ...en.status, active: 'פועל…' } });
    const { card, plan } = await stage({ lang: 'he', dir: 'ltr' });
    expect(getComputedStyle(get(card, 'status')).direction).to.equal('rtl');
    expect(fromTheLeft(get(plan, 'count'), '1', 'שינויים', '!')).to.deep.equal(['!', 'שינויים', '1']);
    expect(getComputedStyle(get(card, 'card')).direction).to.equal('ltr');
  });

  it('follow the page when it changes, through shadow roots', async () => {
    const activity = await fixture<Made & { push: (frames: readonly object[]) => void }>(html`<chainabit-activity></chainabit-activity>`);
    activity.push([
      { event: 'plan.step_added', data: { stepId: 's', label: 'إنشاء' } },
      { event: 'run.failed', data: { error: 'لا' } },
    ]);
    await waitUntil(() => all(activity, 'end-outcome').length === 1);
    const end = get(activity, 'end-outcome');
    expect(end.hasAttribute('dir')).to.equal(false);
    document.documentElement.dir = 'rtl';
    document.documentElement.lang = 'ar';
    await waitUntil(() => end.getAttribute('dir') === 'ltr');
    const plan = activity.renderRoot.querySelector('plan-review') as unknown as Made;
    await waitUntil(() => get(plan, 'count').getAttribute('dir') === 'ltr');
    document.documentElement.dir = '';
    document.documentElement.lang = 'en';
    await waitUntil(() => !end.hasAttribute('dir') && !end.hasAttribute('lang'));
  });
});
