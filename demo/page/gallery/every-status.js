import { h } from '../js/dom.js';
import { agentWords } from './agent-words.js';
import { element } from './element.js';

/** @param {'en' | 'tr' | 'ar'} lang */
export function everyCall(lang) {
  const w = agentWords(lang);
  const now = Date.now();
  const took = { startedAt: now - 9000, endedAt: now - 6700 };
  const cases = {
    pending: { label: w.search },
    active: { label: w.searching, detail: w.read, progress: { ratio: 0.3, done: 12, total: 40 }, startedAt: now - 4000 },
    awaiting_approval: { label: w.search },
    completed: { label: w.searched, detail: w.found, output: { eventsRead: 40, free: 5 }, ...took },
    degraded: { label: w.searched, reason: w.busy, fallback: w.fallback, output: { eventsRead: 38 }, ...took },
    failed: { label: w.notSearched, error: { code: 'quota', message: w.quota }, ...took },
    rejected: { label: w.search, reason: w.no },
    expired: { label: w.search, reason: w.expiredWhy },
    skipped: { label: w.search, reason: w.skip },
    cancelled: { label: w.search, reason: w.stopped, ...took },
    interrupted: { label: w.search, reason: w.lost, ...took },
    unknown: { label: w.search, rawStatus: 'hibernating' },
  };
  return Object.entries(cases).map(([name, { label, ...fields }]) => {
    const status = name === 'unknown' ? 'pending' : name;
    const activity = { activityType: 'tool_read', origin: 'chao', label, renderHint: 'tool_card' };
    const input = { from: '2026-12-01', to: '2026-12-07' };
    const call = { callId: `c-${name}`, toolKey: 'calendar.search', status, input, activity, ...fields };
    return named(name, element('tool-card', { call }));
  });
}

/** @param {'en' | 'tr' | 'ar'} lang */
export function everyApproval(lang) {
  const w = agentWords(lang);
  const now = Date.now();
  const settled = { decidedAt: now - 120_000, settledBy: 'server' };
  const cases = {
    'pending': { status: 'pending', risk: 'low', editable: true },
    'pending, with a deadline': { status: 'pending', risk: 'high', expiresAt: now + 95_000, toolKey: 'calendar.delete_event', prompt: w.plan[2], input: { eventId: 'evt_40816', title: w.gym } },
    'pending, not sent': { status: 'pending', error: { code: 'approval-not-sent', message: w.unsent } },
    'sending': { status: 'sending', decision: 'approve' },
    'accepted': { status: 'accepted', decidedBy: w.you, ...settled },
    'rejected': { status: 'rejected', decidedBy: w.you, reason: w.no, ...settled },
    'expired': { status: 'expired', reason: w.expiredWhy, ...settled },
    'cancelled': { status: 'cancelled', reason: w.stopped, ...settled },
    'answered elsewhere': { status: 'accepted', answeredElsewhere: true, ...settled },
  };
  return Object.entries(cases).map(([name, fields]) => {
    const input = { title: w.dentist, start: '2026-12-01T10:00', minutes: 30, calendar: w.personal };
    const approval = { approvalId: `a-${name}`, toolKey: 'calendar.create_event', prompt: w.ask, input, ...fields };
    return named(name, element('approval-card', { approval }));
  });
}

/**
 * @param {string} name
 * @param {Element} exhibit
 */
function named(name, exhibit) {
  return h('div', { class: 'case' }, h('code', {}, name), exhibit);
}
