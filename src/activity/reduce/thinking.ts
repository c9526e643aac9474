import type { ThinkDelta, ThinkEnd, ThinkHeading, ThinkStart } from '../event.js';
import type { Thinking } from '../state.js';
import type { Draft } from './draft.js';
import { patch } from './patch.js';
import { wake } from './run.js';

/** Surfaced reasoning is kept up to this many characters: the end of it, which is what is going on. */
const TEXT_LIMIT = 32_768;

export function thinkStart(draft: Draft, event: ThinkStart): void {
  wake(draft, event.at);
  if (event.kind === 'raw') reason(draft);
}

/** Thought text is dropped here, but for what the capture gate marked as asked for by the host. */
export function thinkDelta(draft: Draft, event: ThinkDelta): void {
  wake(draft, event.at);
  if (event.kind === 'raw') reason(draft);
  if (event.disclosed !== true) return;
  const { thinking } = draft.now;
  draft.set('thinking', patch(thinking, { text: ((thinking.text ?? '') + event.text).slice(-TEXT_LIMIT) }));
}

export function thinkHeading(draft: Draft, event: ThinkHeading): void {
  wake(draft, event.at);
  draft.set('thinking', patch(draft.now.thinking, { kind: 'heading', heading: event.heading }));
}

export function thinkEnd(draft: Draft, event: ThinkEnd): void {
  if (event.partId === undefined) clearHeading(draft);
  else if (draft.now.thinking.kind === 'reasoning') setKind(draft, 'working');
}

/** A heading stays while tools run; the generic label for raw reasoning does not. */
export function toolTookOver(draft: Draft): void {
  if (draft.now.thinking.kind === 'reasoning') setKind(draft, 'working');
}

/** At the first answer text, at the end of a response and of a run. */
export function clearHeading(draft: Draft): void {
  draft.set('thinking', patch(draft.now.thinking, { kind: 'working', heading: undefined, text: undefined }));
}

function reason(draft: Draft): void {
  if (draft.now.thinking.heading === undefined) setKind(draft, 'reasoning');
}

function setKind(draft: Draft, kind: Thinking['kind']): void {
  draft.set('thinking', patch(draft.now.thinking, { kind }));
}
