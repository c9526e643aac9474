// Which runs the conversation has stands in the hash: `#run_a.conv_a,run_b.conv_b`. A real reload finds them there.
const ID = /^[\w-]+$/u;

/**
 * Every address of a run follows from its two ids.
 * @param {string} runId
 * @param {string} conversationId
 */
export function runAddresses(runId, conversationId) {
  const base = `/api/runs/${runId}`;
  return {
    runId,
    conversationId,
    events: `${base}/events`,
    approvals: `${base}/approvals/{callId}`,
    stop: `${base}/stop`,
    cut: `${base}/cut`,
    messages: `/api/conversations/${conversationId}/messages`,
  };
}

export function runsInAddress() {
  return location.hash
    .slice(1)
    .split(',')
    .map((pair) => pair.split('.'))
    .filter((ids) => ids.length === 2 && ids.every((id) => ID.test(id)))
    .map(([runId, conversationId]) => runAddresses(runId, conversationId));
}

/** @param {{ runId: string, conversationId: string }[]} runs */
export function putRunsInAddress(runs) {
  const url = new URL(location.href);
  url.hash = runs.map(({ runId, conversationId }) => `${runId}.${conversationId}`).join(',');
  history.replaceState(history.state, '', url);
}
