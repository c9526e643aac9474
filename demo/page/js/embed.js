import { connectCopy } from './copy.js';
import { byId } from './dom.js';

const SCRIPT = '<script type="module" src="/cdn/chainabit-activity.js"></script>';

const EXAMPLE = [
  ['src', '/api/runs/RUN_ID/events'],
  ['history-src', '/api/conversations/CONVERSATION_ID/messages'],
  ['approval-url', '/api/runs/{runId}/approvals/{callId}'],
  ['stop-url', '/api/runs/{runId}/stop'],
];

export function connectEmbed() {
  connectCopy(byId('copy-embed'), () => byId('embed-code').textContent, byId('embed-code'));
}

/** @param {{ events: string, messages: string, approvals: string, stop: string } | undefined} run */
export function showEmbed(run) {
  const attributes =
    run === undefined
      ? EXAMPLE
      : [['src', run.events], ['history-src', run.messages], ['approval-url', run.approvals], ['stop-url', run.stop]];
  const lines = attributes.map(([name, value]) => `  ${name}="${value}"`);
  byId('embed-code').textContent = `${SCRIPT}\n\n<chainabit-activity\n${lines.join('\n')}\n></chainabit-activity>`;
  byId('embed-live').hidden = run === undefined;
}
