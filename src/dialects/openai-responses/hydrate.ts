import type { ActivityEvent } from '../../activity/event.js';
import { reduce } from '../../activity/reduce.js';
import { emptyState, type ToolCall } from '../../activity/state.js';
import type { HydrateOptions } from '../dialect.js';
import { readData } from '../shared/frame-data.js';
import { compact, isRecord, type JsonRecord } from '../shared/values.js';
import { OpenaiResponsesDecoder } from './decode.js';

/** How a stored response ends in a stream. Other statuses (queued, in_progress) are those of one that still runs. */
const endings: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ['completed', 'response.completed'],
  ['cancelled', 'response.completed'],
  ['incomplete', 'response.incomplete'],
  ['failed', 'response.failed'],
]);

const isOpen = (call: ToolCall): boolean => ['pending', 'active', 'awaiting_approval'].includes(call.status);

function itemFrames(items: readonly unknown[]): readonly JsonRecord[] {
  return items.map((item, index) => ({ type: 'response.output_item.done', output_index: index, item }));
}

/** A stored response as the frames that it once was. */
function responseFrames(response: JsonRecord): readonly JsonRecord[] {
  const { output, ...rest } = response;
  const ending = endings.get(rest['status']);
  return [
    { type: 'response.created', response: rest },
    ...itemFrames(Array.isArray(output) ? output : []),
    ...(ending === undefined ? [] : [{ type: ending, response: rest }]),
  ];
}

function isResponse(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value['output']) && value['type'] === undefined;
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return [];
  if (isResponse(value)) return [value];
  return Array.isArray(value['data']) ? value['data'] : [];
}

/** Cards of a run that nobody has told us the end of: without a stream, what was open is only assumed to be over. */
function snapshots(events: readonly ActivityEvent[], live: boolean): readonly ActivityEvent[] {
  const { calls, approvals, message } = reduce(emptyState, events);
  const cards = [...calls.values()].flatMap((call): readonly ActivityEvent[] => {
    const { callId, status, toolKey, error, detail, activity, startedAt, endedAt, reason, fallback, rawStatus } = call;
    const stale = isOpen(call) && status !== 'awaiting_approval' && !live;
    const about = compact({ toolKey, error, detail, activity, startedAt, endedAt, reason, fallback, rawStatus });
    const values = { ...('input' in call && { input: call.input }), ...('output' in call && { output: call.output }) };
    return [{ type: 'snapshot.call', callId, ...about, ...values, ...(stale ? { status: 'interrupted', assumed: true } : { status }) }];
  });
  const open = [...approvals.values()].filter((approval) => approval.status === 'pending');
  const requests = open.map((approval): ActivityEvent => {
    const { approvalId, callId, toolKey } = approval;
    const input = 'input' in approval ? { input: approval.input } : {};
    return { type: 'approval.request', approvalId, ...compact({ callId, toolKey }), ...input };
  });
  const said = message.text === '' ? [] : [{ type: 'message.done' as const, status: 'partial' as const, text: message.text }];
  return [...cards, ...requests, ...(live ? [] : said)];
}

/** A stored response, a list of them, or the items of a conversation, as events. Never throws. */
export function hydrate(persisted: unknown, options: HydrateOptions): readonly ActivityEvent[] {
  const data = readData(persisted);
  const entries = data.ok ? listOf(data.value) : [];
  if (!data.ok) options.report?.({ code: 'malformed', reason: `history: ${data.why}` });
  const decoder = new OpenaiResponsesDecoder(compact({ report: options.report, now: options.now }));
  const responses = entries.filter(isResponse).filter(isRecord);
  const frames = responses.length > 0 ? responses.flatMap(responseFrames) : itemFrames(entries);
  const events = frames.flatMap((frame) => decoder.decode({ data: frame }));
  const ended = responses.length > 0 && endings.has(responses.at(-1)?.['status']);
  return ended ? events : snapshots(events, options.live);
}
