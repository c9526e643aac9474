import { expect } from '@open-wc/testing';
import type { ActivityState } from '../../src/activity/state.js';
import '../../src/define.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import type { ActivityDiagnosticEvent } from '../../src/index.js';
import type { Laid, Seen } from '../support/fault-process.js';

/** An element on the page, at a fault server, and all that it told. */
export interface View {
  readonly element: ChainabitActivity;
  readonly errors: string[];
  readonly diagnostics: ActivityDiagnosticEvent[];
  /** Where the connection stood, each change once. */
  readonly statuses: string[];
}

const views = new Set<ChainabitActivity>();

/** Puts an element on the page. Properties first, so that its first attempt knows them all. */
export function show(laid: Pick<Laid, 'url'>, properties: Partial<ChainabitActivity> = {}): View {
  const element = document.createElement('chainabit-activity');
  const view: View = { element, errors: [], diagnostics: [], statuses: [] };
  element.addEventListener('activity-error', ({ code }) => view.errors.push(code));
  element.addEventListener('activity-diagnostic', (event) => view.diagnostics.push(event));
  element.addEventListener('activity-connection-change', ({ connection }) => view.statuses.push(connection.status));
  Object.assign(element, properties, { src: laid.url });
  views.add(element);
  document.body.append(element);
  return view;
}

/** Takes every element away. For `afterEach`. */
export function clear(): void {
  for (const element of views) {
    element.reset();
    element.remove();
  }
  views.clear();
}

// The page's own, whatever a test does with its time.
const own = { setTimeout: window.setTimeout.bind(window), now: performance.now.bind(performance) };

/** Waits for something to be so, and fails with its name when it is not after a while. */
export async function until(is: () => boolean | Promise<boolean>, what: string | (() => string)): Promise<void> {
  const started = own.now();
  while (!(await is())) {
    if (own.now() - started > 50_000) throw new Error(`In vain: ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => own.setTimeout(resolve, 5));
  }
}

/** The connection stands there. */
export async function stands(view: View, ...statuses: readonly string[]): Promise<void> {
  await until(() => statuses.includes(view.element.state.connection.status), () => `the connection is ${view.element.state.connection.status}, not ${statuses.join(' or ')}`);
}

/** So many connections have come. */
export async function came(laid: Laid, count: number): Promise<readonly Seen[]> {
  await until(async () => (await laid.seen()).length >= count, `${String(count)} connections`);
  return laid.seen();
}

/** All of a state that the server decides, as comparable text. */
export function told({ run, calls, approvals, plan, order, message, capability, thinking }: ActivityState): string {
  return JSON.stringify({ run, calls: [...calls], approvals: [...approvals], plan, order, message, capability, thinking });
}

/** What the first frames of a log make of a state, without a network. */
export function prefix(log: readonly string[], count: number): string {
  const element = document.createElement('chainabit-activity');
  element.push(log.slice(0, count).map((each, index) => ({
    id: String(index + 1),
    event: /^event: (.*)$/m.exec(each)?.[1] ?? '',
    data: /^data: (.*)$/m.exec(each)?.[1] ?? '',
  })));
  return told(element.state);
}

/** So many frames of a log have become state. */
export async function has(view: View, log: readonly string[], count: number): Promise<void> {
  const there = prefix(log, count);
  await until(() => told(view.element.state) === there, `frame ${String(count)}`);
}

/** The run read to its end without a fault. */
export async function uncut(laid: Laid): Promise<string> {
  const view = show(laid);
  await stands(view, 'closed');
  expect(view.errors).to.deep.equal([]);
  return told(view.element.state);
}

/** The shadow roots of an element and of all below it. */
export function roots(element: Element): ShadowRoot[] {
  const own = element.shadowRoot;
  if (own === null) return [];
  return [own, ...[...own.querySelectorAll('*')].flatMap((each) => roots(each))];
}

/** All text that the element shows, its cards' included, and all attribute values. */
export function shown(element: Element): string {
  return roots(element).map(({ innerHTML }) => innerHTML.replace(/<style>.*?<\/style>/gs, '')).join('\n');
}

/** What it says about its connection. */
export async function says(view: View): Promise<string> {
  await view.element.updateComplete;
  return view.element.shadowRoot?.querySelector('[part~="connection"]')?.textContent.replace(/\s+/g, ' ').trim() ?? '';
}

export function find(element: Element, selector: string): HTMLElement | undefined {
  return roots(element).flatMap((root) => [...root.querySelectorAll<HTMLElement>(selector)])[0];
}

/** Each change of the DOM below, shadow roots included; `take()` gives those since the last one. */
export function watch(element: Element): { take: () => MutationRecord[] } {
  const records: MutationRecord[] = [];
  const observer = new MutationObserver((more) => records.push(...more));
  for (const root of [element, ...roots(element)]) {
    observer.observe(root, { childList: true, subtree: true, characterData: true, attributes: true });
  }
  return {
    take: () => {
      records.push(...observer.takeRecords());
      return records.splice(0);
    },
  };
}

/** One frame of a log; `sequence` only where one is given. */
export function frame(event: string, payload: unknown, sequence?: number): string {
  return `event: ${event}\ndata: ${JSON.stringify({ runId: 'run_f', ...(sequence !== undefined && { sequence }), payload })}`;
}

/** Frames as they stand in a body. */
export const body = (...frames: readonly string[]): string => frames.map((each) => `${each}\n\n`).join('');

export const END = frame('message.completed', { text: 'Done.' });

/** The element's waiting is random; here it is this part of its window. */
export function luck(part: number): () => void {
  const { random } = Math;
  Math.random = () => part;
  return () => {
    Math.random = random;
  };
}
