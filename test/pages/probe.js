// What every built-bundle page shares: it records all that a host would notice, feeds one run and tells the test.
window.noticed = [];
const note = (kind) => (event) => window.noticed.push(`${kind}: ${event.violatedDirective ?? event.message ?? event.reason ?? ''}`);
document.addEventListener('securitypolicyviolation', note('csp'));
window.addEventListener('error', note('error'));
window.addEventListener('unhandledrejection', note('rejection'));
for (const level of ['warn', 'error']) {
  const original = console[level];
  console[level] = (...args) => {
    window.noticed.push(`${level}: ${args.join(' ')}`);
    original.apply(console, args);
  };
}

const frame = (event, sequence, payload) => ({ event, id: String(sequence), data: { runId: 'run_page', sequence, payload } });

window.frames_ = [
  frame('tool.started', 1, { toolKey: 'calendar.search', callId: 'c1', input: { from: '2026-12-01' } }),
  frame('tool.completed', 2, { toolKey: 'calendar.search', callId: 'c1', data: { free: 5 } }),
  frame('plan.step_added', 3, { stepId: 's1', label: 'Create event', toolKey: 'calendar.create', callId: 'c2' }),
  frame('tool.approval_required', 4, {
    toolKey: 'calendar.create',
    callId: 'c2',
    input: { title: 'Dentist' },
    activity: { activityType: 'approval', origin: 'chao', label: 'Create event', renderHint: 'tool_card', status: 'pending' },
  }),
];

window.run = async (target = document.querySelector('chainabit-activity')) => {
  await customElements.whenDefined('chainabit-activity');
  target.push(window.frames_);
  await target.updateComplete;
  // A file of their own, which the pages about missing files do without.
  if (!window.withoutCards) await customElements.whenDefined('plan-review');
  await new Promise((resolve) => setTimeout(resolve, 100));
  window.element = target;
  window.ready = true;
};
