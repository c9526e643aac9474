import { element } from './element.js';
import { agentWords } from './agent-words.js';

const range = { from: '2026-12-01', to: '2026-12-07' };

/**
 * The six items of the comparison, each by an element that stands alone with its property set.
 * @param {'en' | 'tr'} lang
 */
export function sixItems(lang) {
  const words = agentWords(lang);
  return [
    element('thinking-status', { thinking: { active: true, kind: 'heading', heading: words.heading } }),
    ...threeCalls(words),
    element('approval-card', {
      approval: {
        approvalId: 'g4',
        status: 'pending',
        toolKey: 'calendar.create_event',
        prompt: words.ask,
        input: { title: words.dentist, start: '2026-12-01T10:00', minutes: 30, calendar: words.personal },
      },
    }),
    element('plan-review', {
      steps: ['create', 'move', 'delete'].map((verb, index) => ({
        stepId: verb,
        label: words.plan[index],
        toolKey: `calendar.${verb}_event`,
      })),
    }),
  ];
}

/** @param {ReturnType<typeof agentWords>} words */
function threeCalls(words) {
  const now = Date.now();
  const read = { toolKey: 'calendar.search', input: range };
  const label = (text) => ({ activityType: 'tool_read', origin: 'chao', label: text, renderHint: 'tool_card' });
  return [
    element('tool-card', {
      call: {
        ...read,
        callId: 'g1',
        status: 'active',
        activity: label(words.searching),
        detail: words.read,
        progress: { ratio: 0.3, done: 12, total: 40 },
        startedAt: now - 4000,
      },
    }),
    element('tool-card', {
      call: {
        ...read,
        callId: 'g2',
        status: 'completed',
        activity: label(words.searched),
        output: { calendar: words.personal, eventsRead: 40, free: 5, firstFree: '2026-12-01T10:00', truncated: false },
        startedAt: now - 9000,
        endedAt: now - 6700,
      },
    }),
    element('tool-card', {
      call: {
        ...read,
        callId: 'g3',
        status: 'failed',
        activity: label(words.notSearched),
        error: { code: 'quota', message: words.quota },
        startedAt: now - 6500,
        endedAt: now - 6100,
      },
    }),
  ];
}
