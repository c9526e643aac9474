import type { ActivityState, Thinking } from '../../activity/state.js';

/** What the line says: words of the run (`text`), or words of ours by kind. */
export interface ThinkingLine {
  readonly kind: 'heading' | 'status' | 'waiting' | 'reasoning' | 'working';
  readonly text?: string | undefined;
  /** Reasoning text, only under `disclosure="surface"`. */
  readonly more?: string | undefined;
}

/** The line of a run: heading, else the newest running status, else that it waits, else that it thinks or works. */
export function lineOf(state: ActivityState): ThinkingLine | undefined {
  const { run, thinking } = state;
  if (run.status !== 'running' && run.status !== 'waiting') return undefined;
  const line = lineOfThinking(thinking);
  if (line?.kind === 'heading') return line;
  const text = newestStatus(state);
  if (text !== undefined) return { kind: 'status', text, more: thinking.text };
  if (run.status === 'waiting') return { kind: 'waiting', more: thinking.text };
  return line;
}

/** The line of a thinking state that stands alone. */
export function lineOfThinking(thinking: Thinking): ThinkingLine | undefined {
  if (!thinking.active) return undefined;
  const { kind, heading, text: more } = thinking;
  if (heading !== undefined && heading !== '') return { kind: 'heading', text: heading, more };
  return { kind: kind === 'reasoning' ? 'reasoning' : 'working', more };
}

export function sameLine(one: ThinkingLine | undefined, other: ThinkingLine | undefined): boolean {
  return one?.kind === other?.kind && one?.text === other?.text && one?.more === other?.more;
}

function newestStatus({ calls }: ActivityState): string | undefined {
  let label: string | undefined;
  for (const { status, activity } of calls.values()) {
    if (status === 'active' && activity?.renderHint === 'status_card' && activity.label) label = activity.label;
  }
  return label;
}
