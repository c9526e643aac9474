/** A run of some 3 KB with everything in it, as frames without their ids: the fault server numbers them. */
function frame(event: string, payload: Readonly<Record<string, unknown>>, sequence: number): string {
  return `event: ${event}\ndata: ${JSON.stringify({ runId: 'run_1', sequence, at: 1_700_000_000_000 + sequence * 250, payload })}`;
}

const EVENTS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['capability.resolved', { key: 'calendar', label: 'Takvim', detail: 'Bugün' }],
  ['plan.step_added', { stepId: 's1', label: 'Create “Dentist”', toolKey: 'calendar.create', callId: 'c2' }],
  ['tool.started', { callId: 'c1', toolKey: 'calendar.list', input: { day: '2026-03-14' }, activity: { activityType: 'tool_read', label: 'Reading the calendar', status: 'active' } }],
  ['tool.progress', { callId: 'c1', message: 'Üç etkinlik bulundu 🗓️', progress: { done: 1, total: 3 } }],
  ['tool.completed', { callId: 'c1', data: [{ title: 'Stand-up', at: '09:00' }, { title: 'Öğle yemeği', at: '12:30' }] }],
  ['message.delta', { delta: 'You are free ' }],
  ['message.delta', { delta: 'at three. ' }],
  ['tool.started', { callId: 'c3', toolKey: 'image.generate' }],
  ['tool.degraded', { callId: 'c3', reason: 'The model is busy', fallback: 'A stock picture', output: { url: '/a.png' } }],
  ['tool.approval_required', { callId: 'c2', approvalId: 'a1', toolKey: 'calendar.create', input: { title: 'Dentist', at: '15:00' }, reason: 'It writes', risk: 'medium' }],
  ['tool.approval_response', { callId: 'c2', approvalId: 'a1', approved: true, by: 'Ada' }],
  ['tool.completed', { callId: 'c2', output: false }],
  ['tool.started', { callId: 'c4', toolKey: 'mail.send' }],
  ['tool.failed', { callId: 'c4', error: { code: 'smtp', message: 'Sunucu yanıt vermedi' } }],
  ['plan.step_added', { stepId: 's2', label: 'Tell the office', toolKey: 'mail.send', callId: 'c5', detail: 'office@example.org' }],
  ['tool.started', { callId: 'c5', toolKey: 'mail.send', input: { to: 'office@example.org' } }],
  ['tool.completed', { callId: 'c5', data: { id: 0 } }],
  ['cot.delta', { text: 'never shown' }],
  ['message.delta', { delta: 'I booked it — görüşürüz!' }],
  ['message.completed', { text: 'You are free at three. I booked it — görüşürüz!' }],
];

export const RUN_LOG: readonly string[] = EVENTS.map(([event, payload], index) => frame(event, payload, index + 1));
