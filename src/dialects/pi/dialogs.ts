import type { ActivityEvent, ApprovalRequest } from '../../activity/event.js';
import type { ApprovalOption } from '../../activity/state.js';
import { compact, idOf, textOf } from '../shared/values.js';
import type { Context, Handled, Handler } from './context.js';

/** The option under which words are the answer, and the one that gives none. */
export const WORDS = 'value';
export const CANCEL = 'cancel';

/** First words of an option that declines: extensions offer plain strings. */
const DECLINES = /^(?:no|not|never|deny|reject|block|cancel|abort|stop|hayır|reddet|iptal)\b/iu;

function select({ frame, fault }: Context): readonly ApprovalOption[] | undefined {
  const entries = frame.options ?? [];
  const words = entries.filter((entry) => typeof entry === 'string' && entry !== '').map(String);
  if (words.length !== entries.length) fault('"options" must hold only strings');
  if (words.length === 0) return undefined;
  return [...new Set(words)].map((id) => ({ id, label: id, kind: DECLINES.test(id) ? 'reject_once' : 'allow_once' }));
}

function words({ frame }: Context): readonly ApprovalOption[] {
  const label = textOf(frame.placeholder);
  return [
    { id: WORDS, kind: 'allow_once', takesText: true, ...compact({ label }) },
    { id: CANCEL, kind: 'reject_once' },
  ];
}

/** Dialogs that hold the agent, with what they offer. */
const asks: ReadonlyMap<string, (context: Context) => readonly ApprovalOption[] | undefined> = new Map([
  ['confirm', () => undefined],
  ['select', select],
  ['input', words],
  ['editor', words],
]);

function request(approvalId: string, method: string, options: readonly ApprovalOption[] | undefined, { frame, now }: Context): ApprovalRequest {
  const title = textOf(frame.title);
  const message = textOf(frame.message);
  const activity = title !== undefined && message !== undefined ? { activityType: 'approval', label: title, detail: message } : undefined;
  const expiresAt = typeof frame.timeout === 'number' && frame.timeout > 0 ? now() + frame.timeout : undefined;
  return {
    type: 'approval.request',
    approvalId,
    toolKey: `extension.${method}`,
    ...compact({ prompt: title ?? message, activity, options, expiresAt }),
    ...(method === 'editor' && typeof frame.prefill === 'string' && { input: frame.prefill }),
    editable: false,
  };
}

const LEVELS: ReadonlyMap<unknown, 'warning' | 'error'> = new Map<unknown, 'warning' | 'error'>([
  ['warning', 'warning'],
  ['error', 'error'],
]);

/** What wants no answer: a notice, the text of a status, or things of Pi's own screen. */
function told(method: string, { frame }: Context): readonly ActivityEvent[] {
  const level = LEVELS.get(frame.notifyType) ?? 'info';
  if (method === 'notify') {
    const text = textOf(frame.message);
    return text === undefined ? [] : [{ type: 'note', id: `notify ${idOf(frame.id) ?? text}`, level, text }];
  }
  const text = method === 'setStatus' ? textOf(frame.statusText) : undefined;
  return text === undefined ? [] : [{ type: 'note', id: `status ${frame.statusKey ?? ''}`, level: 'info', text }];
}

/** `extension_ui_request`. */
export const uiRequested: Handler = (context): Handled => {
  const { frame, run } = context;
  const method = textOf(frame.method);
  if (method === undefined) return '"method" must be a non-empty string';
  const ask = asks.get(method);
  if (ask === undefined) return told(method, context);
  const id = idOf(frame.id);
  if (id === undefined) return '"id" must be a non-empty string';
  // Sent again, its deadline would begin anew.
  if (!run.isNew(`dialog ${id}`)) return [];
  const options = ask(context);
  if (method === 'select' && options === undefined) return '"options" must hold a string';
  run.dialogs.add(id);
  return [request(id, method, options, context)];
};

/** `extension_ui_response`, where a host shows what it sent: the answer, or that there was none. */
export const uiAnswered: Handler = ({ frame, run }): Handled => {
  const approvalId = idOf(frame.id);
  if (approvalId === undefined) return '"id" must be a non-empty string';
  run.dialogs.delete(approvalId);
  const { confirmed, cancelled } = frame;
  const decision = cancelled === true ? 'cancelled' : confirmed === false ? 'rejected' : 'accepted';
  return [{ type: 'approval.response', approvalId, decision, assumed: true }];
};

