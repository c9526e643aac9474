import type { ActivityEvent } from '../../activity/event.js';
import type { HydrateOptions } from '../dialect.js';
import { contentText } from '../shared/content.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { readData } from '../shared/frame-data.js';
import { compact, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import { decisionOf, gateId, gateRequest } from './gates.js';
import { gateSchema, responseSchema } from './schema.js';

interface Reload {
  readonly live: boolean;
  readonly fault: FieldFault;
}

function listIn(source: JsonRecord, field: string): readonly unknown[] {
  return Array.isArray(source[field]) ? source[field] : [];
}

/** A gate as it was asked, and its answer where it has one. */
function gateEvents(gate: unknown, open: boolean, fault: FieldFault): readonly ActivityEvent[] {
  if (!isRecord(gate)) return [];
  const fields = readFields(gateSchema, gate, fault);
  const id = gateId(fields.id);
  if (id === undefined) {
    fault('the "id" of a gate must be a non-empty string');
    return [];
  }
  const request = gateRequest(id, fields, fault);
  const { decision, reason, by } = readFields(responseSchema, gate, fault);
  const word = textOf(decision);
  if (word === undefined && open) return [request];
  const status = (word === undefined ? undefined : decisionOf(word, request.options)) ?? 'cancelled';
  return [{ ...request, type: 'snapshot.approval', status, ...compact({ reason: textOf(reason), decidedBy: textOf(by) }) }];
}

/** The answer of the newest turn: what the assistant said after the last prompt. */
function lastAnswer(messages: readonly unknown[]): string {
  const said = messages.filter(isRecord);
  const from = said.findLastIndex(({ role }) => role === 'user');
  const answers = said.slice(from + 1).filter(({ role }) => role === 'assistant');
  return answers.map(({ content }) => contentText(content) ?? '').filter((text) => text !== '').join('\n\n');
}

function read(session: JsonRecord, failure: string, { live, fault }: Reload): readonly ActivityEvent[] {
  const state = isRecord(session['turn_state']) ? session['turn_state']['state'] : (session['turn_state'] ?? session['state']);
  const waiting = state === 'waiting' || (live && state === undefined);
  const gates = listIn(session, 'gates').flatMap((gate) => gateEvents(gate, waiting, fault));
  if (state === 'failed') return [...gates, { type: 'run.failed', error: { code: 'turn-failed', message: failure } }];
  if (waiting || state === 'running') return live && state !== undefined ? [{ type: 'run.start' }, ...gates, ...waits(state)] : gates;
  const text = lastAnswer(listIn(session, 'messages'));
  // A stream that follows tells of its own turn.
  return live || text === '' ? gates : [...gates, { type: 'message.done', status: 'completed', text }];
}

function waits(state: unknown): readonly ActivityEvent[] {
  return state === 'waiting' ? [{ type: 'run.waiting', reason: 'input' }] : [];
}

/** A persisted session (ours): `{ turn_state?, gates?, messages? }`. Of messages only the answer's text is read. Never throws. */
export function hydrateSession(persisted: unknown, failure: string, { live, report }: HydrateOptions): readonly ActivityEvent[] {
  const fault = (reason: string): void => {
    report?.({ code: 'malformed', reason: `history: ${reason}` });
  };
  try {
    const data = readData(persisted);
    const value = data.ok && Array.isArray(data.value) ? { messages: data.value as unknown[] } : data.ok && data.value;
    if (isRecord(value)) return read(value, failure, { live, fault });
    fault('a session must be an object, or a list of messages');
  } catch {
    fault('the value cannot be read');
  }
  return [];
}
