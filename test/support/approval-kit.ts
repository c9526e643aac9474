import { fixture, html, nextFrame } from '@open-wc/testing';
import type { LitElement } from 'lit';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { ActivityState, Approval } from '../../src/activity/state.js';
import { emptyState } from '../../src/activity/state.js';
import type { ActivityHandle, ActivitySettings } from '../../src/context/activity-context.js';
import { ApprovalCard } from '../../src/elements/approval-card/approval-card.js';
import type { SightObserver } from '../../src/elements/approval-card/occlusion.js';
import type { ApprovalDecisionEvent } from '../../src/events/approval-decision-event.js';
import { resolveMessages } from '../../src/locales/index.js';

/** The request of the picture anchors. */
export const dentist: Approval = {
  approvalId: 'ap_1',
  callId: 'call_9',
  status: 'pending',
  toolKey: 'create_event',
  prompt: 'Create event: Dentist, Tue 1 Dec 10:00',
  input: { title: 'Dentist', start: '2026-12-01T10:00', minutes: 30, calendar: 'Personal' },
};

/** A card whose clocks are in the test's hand. */
export class TestCard extends ApprovalCard {
  /** Monotonic milliseconds. */
  time = 0;
  /** The server's clock; the page's own while undefined. */
  wall: number | undefined;

  protected override clock(): number {
    return this.time;
  }

  protected override now(): number {
    return this.wall ?? super.now();
  }

  /** The browser takes its time to say what it sees; a test that wants it to overrides this. */
  protected override observeSight(): SightObserver | undefined {
    return undefined;
  }
}
customElements.define('test-approval-card', TestCard);

/** A card that stands alone and takes answers. */
export async function standAlone(approval: Approval = dentist, width = 340): Promise<TestCard> {
  const box = await fixture<HTMLElement>(html`<div style="inline-size: ${width}px"><test-approval-card .approval=${approval}></test-approval-card></div>`);
  const card = box.querySelector<TestCard>('test-approval-card')!;
  await arm(card);
  return card;
}

/** Lets layout and size observers settle, then lets the wait pass. */
export async function arm(card: TestCard): Promise<void> {
  await card.updateComplete;
  await nextFrame();
  await nextFrame();
  await card.updateComplete;
  // A press makes the card look where its controls are; by itself it does so ten times a second.
  find(card, 'controls')?.dispatchEvent(new PointerEvent('pointerdown'));
  card.time += 1000;
}

export function find(card: Element, name: string): HTMLElement | null {
  return card.shadowRoot?.querySelector<HTMLElement>(`[part~="${name}"]`) ?? null;
}

export function get(card: Element, name: string): HTMLElement {
  const element = find(card, name);
  if (element === null) throw new Error(`There is no part "${name}"`);
  return element;
}

export function all(card: Element, name: string): HTMLElement[] {
  return [...(card.shadowRoot?.querySelectorAll<HTMLElement>(`[part~="${name}"]`) ?? [])];
}

export function text(element: Element | null): string {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** A real click, where the element is. */
export async function click(element: Element): Promise<void> {
  const { x, y, width, height } = element.getBoundingClientRect();
  await sendMouse({ type: 'click', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
}

/** A key on the element, which has the focus. */
export async function press(element: HTMLElement, key = 'Enter'): Promise<void> {
  element.focus();
  await sendKeys({ press: key });
}

/** The element of the card that has the focus. */
export function focused(card: Element): Element | null {
  return card.shadowRoot?.activeElement ?? null;
}

export function decisions(target: EventTarget): ApprovalDecisionEvent[] {
  const seen: ApprovalDecisionEvent[] = [];
  target.addEventListener('approval-decision', (event) => seen.push(event as ApprovalDecisionEvent));
  return seen;
}

/** Counts the updates of an element from here on. */
export function renders(card: LitElement): { count: number } {
  const counter = { count: 0 };
  card.addController({ hostUpdated: () => (counter.count += 1) });
  return counter;
}

/** A handle without a session: the test says what the state is. */
export class StubHandle implements ActivityHandle {
  #state: ActivityState = emptyState;
  readonly #listeners = new Set<() => void>();
  readonly #settings: ActivitySettings;
  time = 0;

  constructor(settings: Partial<ActivitySettings> = {}) {
    this.#settings = { messages: resolveMessages('en'), redact: (value) => value, renderers: {}, ...settings };
  }

  getState(): ActivityState {
    return this.#state;
  }

  getSettings(): ActivitySettings {
    return this.#settings;
  }

  now(): number {
    return this.time;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  set(part: Partial<ActivityState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of [...this.#listeners]) listener();
  }

  approvals(...approvals: readonly Approval[]): void {
    this.set({ approvals: new Map(approvals.map((approval) => [approval.approvalId, approval])) });
  }
}
