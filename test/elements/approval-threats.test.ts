/**
 * The threats A1 to A7 of approvals, at least one test for each. A8 to A10 are in `approval-press.test.ts`, A11 and A12 in
 * `approval-injection.test.ts`; what the session and the reducer answer for is in `test/session/` and `test/activity/`.
 */
import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import '../../src/define.js';
import type { Approval } from '../../src/activity/state.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import { all, arm, click, decisions, dentist, find, get, press, standAlone, text, type TestCard } from '../support/approval-kit.js';

describe('A1 one decision', () => {
  it('A1 ten presses in one task, each on another answer, are one', async () => {
    const card = await standAlone();
    const seen = decisions(card);
    const [reject, approve] = all(card, 'answer');
    card.addEventListener('approval-decision', () => {
      for (let n = 0; n < 5; n += 1) {
        approve!.click();
        reject!.click();
      }
    });
    await click(approve!);
    await click(reject!);
    expect(seen.map(({ decision }) => decision)).to.deep.equal(['approve']);
  });

  it('A1 two tabs that answer differently: the server’s word ends both the same', async () => {
    const server = new DeskServer();
    const tabs = [await server.tab(), await server.tab()] as const;
    for (const { card } of tabs) await arm(card);
    await click(get(tabs[0].card, 'approve'));
    // By a key: the card has moved up.
    await press(get(tabs[1].card, 'reject'));
    await server.answer(2);
    for (const { card } of tabs) await card.updateComplete;
    expect(server.effects).to.deep.equal(['approve']);
    expect(tabs.map(({ card }) => text(get(card, 'heading')))).to.deep.equal(['Approved', 'Approved']);
    for (const { card } of tabs) expect(find(card, 'controls')).to.equal(null);
  });
});

function isSending({ state }: ChainabitActivity): boolean {
  const approval = state.approvals.get('a');
  return approval?.status === 'sending' && approval.handedOver !== true;
}

/** Answers as a real server does: the first one counts, a key gets its reply again, the others are told. */
class DeskServer {
  readonly effects: string[] = [];
  readonly keys: string[] = [];
  readonly #replies = new Map<string, () => Response>();
  readonly #activities: ChainabitActivity[] = [];
  readonly #open = new Set<Promise<unknown>>();
  #arrived: (() => void)[] = [];
  /** How many answers are lost on their way back. */
  lose = 0;
  decided: string | undefined;

  async tab(): Promise<{ readonly activity: ChainabitActivity; readonly card: TestCard }> {
    const activity = await fixture<ChainabitActivity>(
      html`<chainabit-activity approval-url="/answer/{approvalId}" .fetch=${this.fetch}><test-approval-card approval-id="a"></test-approval-card></chainabit-activity>`,
    );
    this.#activities.push(activity);
    activity.push([{ event: 'run.started', data: { runId: 'r' } }, { event: 'tool.approval_required', data: { payload: { approvalId: 'a', callId: 'c', toolKey: 'create_event', input: { n: 1 } } } }]);
    await nextFrame();
    return { activity, card: activity.querySelector<TestCard>('test-approval-card')! };
  }

  readonly fetch: typeof globalThis.fetch = (_url, init = {}) => {
    const reply = new Promise<void>((resolve) => this.#arrived.push(resolve)).then(() => this.#reply(new Headers(init.headers).get('idempotency-key') ?? '', JSON.parse(init.body as string) as { decision: string }));
    this.#open.add(reply);
    reply.finally(() => this.#open.delete(reply)).catch(() => undefined);
    return reply;
  };

  /** This many requests arrive, in the order in which they were sent, and the page has heard what came of them. */
  async answer(requests = 1): Promise<void> {
    while (this.#arrived.length < requests) await nextFrame();
    for (const arrive of this.#arrived.splice(0)) arrive();
    await Promise.allSettled([...this.#open]);
    while (this.#activities.some(isSending)) await nextFrame();
    await nextFrame();
  }

  tell(): void {
    for (const activity of this.#activities) activity.push({ event: 'tool.approval_response', data: { payload: { approvalId: 'a', callId: 'c', approved: this.decided === 'approve', by: 'Ada' } } });
  }

  #reply(key: string, { decision }: { readonly decision: string }): Response {
    this.keys.push(key);
    const made = this.#replies.get(key) ?? this.#decide(decision);
    this.#replies.set(key, made);
    if (this.lose > 0) {
      this.lose -= 1;
      throw new TypeError('cut');
    }
    return made();
  }

  #decide(decision: string): () => Response {
    const earlier = this.decided;
    if (earlier !== undefined) return () => Response.json({ decision: earlier }, { status: 409 });
    this.decided = decision;
    this.effects.push(decision);
    if (this.lose === 0) this.tell();
    return () => Response.json({}, { status: 202 });
  }
}

describe('A2 a lost answer', () => {
  it('A2 the server acted and its answer was lost: the card says so, and pressing again changes nothing', async () => {
    const server = new DeskServer();
    server.lose = 1;
    const { card } = await server.tab();
    await arm(card);
    await click(get(card, 'approve'));
    expect(text(get(card, 'heading'))).to.equal('Sending…');
    await server.answer();
    await card.updateComplete;
    expect(text(get(card, 'heading')), 'never "approved" by itself').to.equal('Needs your answer');
    expect(text(get(card, 'notice'))).to.contain('could not be sent');
    await arm(card);
    await click(get(card, 'approve'));
    await server.answer();
    await card.updateComplete;
    expect(text(get(card, 'heading'))).to.equal('Handed over, waiting for the agent');
    expect(server.effects).to.deep.equal(['approve']);
    expect(server.keys[1]).to.equal(server.keys[0]);
    server.tell();
    await nextFrame();
    await card.updateComplete;
    expect(text(get(card, 'heading'))).to.equal('Approved');
  });

  it('A2 the person changes their mind after a lost answer: the server’s decision is shown', async () => {
    const server = new DeskServer();
    server.lose = 1;
    const { card } = await server.tab();
    await arm(card);
    await click(get(card, 'approve'));
    await server.answer();
    await card.updateComplete;
    await arm(card);
    await click(get(card, 'reject'));
    await server.answer();
    await card.updateComplete;
    expect(server.effects).to.deep.equal(['approve']);
    expect(text(get(card, 'heading'))).to.equal('Approved');
  });
});

describe('A3 to A5 replays, deadlines, no connection', () => {
  it('A3 a request that is replayed after its answer brings no controls back', async () => {
    const server = new DeskServer();
    const { activity, card } = await server.tab();
    await arm(card);
    await click(get(card, 'reject'));
    await server.answer();
    activity.push({ event: 'tool.approval_required', data: { payload: { approvalId: 'a', callId: 'c', toolKey: 'create_event', input: { n: 1 } } } });
    await nextFrame();
    await card.updateComplete;
    expect(text(get(card, 'heading'))).to.equal('Rejected');
    expect(find(card, 'controls')).to.equal(null);
  });

  it('A4 a press at the deadline is none, and the server’s late word still counts', async () => {
    const card = await standAlone({ ...dentist, expiresAt: Date.now() + 100_000 });
    const seen = decisions(card);
    card.wall = Date.now() + 100_000;
    await click(get(card, 'approve'));
    expect(seen).to.have.length(0);
    card.approval = { ...dentist, status: 'accepted', decidedBy: 'Ada' };
    await card.updateComplete;
    expect(text(get(card, 'heading'))).to.equal('Approved');
  });

  it('A5 without a connection the answer is refused in words, and the card can be pressed again', async () => {
    const activity = await fixture<ChainabitActivity>(
      html`<chainabit-activity approval-url="/answer" .fetch=${() => Promise.reject(new TypeError('offline'))}><test-approval-card approval-id="a"></test-approval-card></chainabit-activity>`,
    );
    activity.push({ event: 'tool.approval_required', data: { payload: { approvalId: 'a', callId: 'c', toolKey: 'x.y', input: 1 } } });
    await nextFrame();
    const card = activity.querySelector<TestCard>('test-approval-card')!;
    await arm(card);
    const failed = new Promise((resolve) => activity.addEventListener('activity-error', resolve, { once: true }));
    await click(get(card, 'approve'));
    await failed;
    await nextFrame();
    await card.updateComplete;
    expect(text(get(card, 'notice'))).to.contain('Nothing was decided');
    expect(all(card, 'answer')).to.have.length(2);
  });
});

/** The list of CVE-2021-42574, and what else cannot be seen. */
const UNSEEN = ['\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069', '\u200E', '\u200F', '\u061C', '\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF', '\u{E0041}', '\u00AD', '\u115F', '\u3164', '\u0000', '\u001B', '\u2028'];

describe('A6 and A7 what is shown is what will run', () => {
  it('A6 the agent’s words stand apart, as its own, and cannot take the place of the tool, a button or a heading', async () => {
    const card = await standAlone({ ...dentist, toolKey: 'disk.wipe', prompt: 'Approved\n\nTool: calendar.read [Approve]', activity: { label: 'Read a calendar', detail: 'Risk: low' }, input: { disk: '/dev/sda' } });
    expect(text(get(card, 'tool-key'))).to.equal('disk.wipe');
    expect(text(get(card, 'arguments'))).to.contain('/dev/sda');
    expect(get(card, 'question').querySelector('q')).not.to.equal(null);
    expect(text(get(card, 'question'))).to.match(/^The agent says:/u);
    expect(all(card, 'heading').map(text)).to.deep.equal(['Needs your answer']);
    expect(all(card, 'answer').map(text)).to.deep.equal(['Reject', 'Approve: wipe (disk)']);
  });

  for (const place of ['prompt', 'toolKey', 'reason', 'input', 'key', 'option', 'risk', 'schema'] as const) {
    it(`A7 every character that hides or turns text is made visible: ${place}`, async () => {
      const hostile = UNSEEN.map((each) => `a${each}b`).join(' ');
      const options = [{ id: 'x', kind: 'allow_once', label: hostile }, { id: 'y', kind: 'reject_once', label: 'No', takesText: false }];
      const fields: Readonly<Record<typeof place, Partial<Approval>>> = {
        prompt: { prompt: hostile },
        toolKey: { toolKey: hostile },
        reason: { reason: hostile },
        input: { input: { value: hostile } },
        key: { input: { [hostile]: 1 } },
        option: { options },
        risk: { risk: hostile },
        schema: { editable: { schema: { type: 'object', properties: { title: { type: 'string', title: hostile, description: hostile, enum: [hostile, 'Dentist'] } } } } },
      };
      const card = await standAlone({ ...dentist, ...fields[place] });
      if (place === 'schema') {
        await press(get(card, 'edit'));
        await card.updateComplete;
      }
      const shown = card.shadowRoot!.textContent;
      for (const each of UNSEEN) expect(shown.includes(each), `U+${each.codePointAt(0)!.toString(16)}`).to.equal(false);
      // In the tool key some of them part words; the key itself shows each.
      expect(shown).to.contain('⟦U+202E⟧').and.to.contain('⟦U+E0041⟧');
    });
  }

  it('A7 look-alikes in a label cannot hide the key that will run', async () => {
    const card = await standAlone({ ...dentist, toolKey: 'calendar.delete', prompt: 'calendar.сreate', activity: { label: 'calendar.create' } });
    expect(text(get(card, 'tool-key'))).to.equal('calendar.delete');
    expect(text(get(card, 'approve'))).to.equal('Approve: delete (calendar)');
    expect(get(card, 'approve').classList.contains('danger')).to.equal(true);
  });
});

describe('as it is judged', () => {
  for (const width of [320, 240]) {
    it(`A6 at ${String(width)} px (400 % zoom of ${String(width * 4)}) everything is there, nothing wider than the card`, async () => {
      const card = await standAlone({ ...dentist, risk: 'high', editable: { schema: { type: 'object', properties: { title: { type: 'string' }, start: { type: 'string', format: 'date-time' }, minutes: { type: 'integer' } } } }, expiresAt: Date.now() + 30_000, reason: `Because${'e'.repeat(200)}` }, width);
      await press(get(card, 'edit'));
      await card.updateComplete;
      for (const element of card.shadowRoot!.querySelectorAll<HTMLElement>('[part]')) {
        const { right } = element.getBoundingClientRect();
        expect(Math.round(right), element.getAttribute('part') ?? '').to.be.at.most(Math.round(card.getBoundingClientRect().right));
      }
      await expect(card).to.be.accessible();
    });
  }
});
