import type { ActivityEvent } from '../activity/event.js';
import type { Run } from '../activity/state.js';
import { fault, type SessionFault } from './fault.js';
import type { Requests } from './requests.js';
import { expandTemplate } from './url-template.js';

export interface StopOptions {
  readonly requests: Requests;
  readonly run: () => Run;
  readonly dispatch: (events: readonly ActivityEvent[]) => void;
  readonly report: (fault: SessionFault) => void;
  readonly stopUrl: string | undefined;
}

/** Asks the server to stop the run, which is `stopping` until the server's own event says that it has ended. */
export async function requestStop({ requests, run, dispatch, report, stopUrl }: StopOptions): Promise<void> {
  const { id, status, stopping } = run();
  if (!stopUrl || stopping || status === 'settled' || status === 'failed') return;
  const address = expandTemplate(stopUrl, id === undefined ? {} : { runId: id });
  if ('problem' in address) {
    report(fault('url-template', { message: address.problem }));
    return;
  }
  dispatch([{ type: 'run.stopping', value: true }]);
  const answer = await requests.post(address.url, JSON.stringify({ runId: id }));
  if (isHeard(answer.status)) return;
  if (run().id === id) dispatch([{ type: 'run.stopping', value: false }]);
  const code = answer.status === 401 ? 'auth-required' : 'stop-failed';
  report(fault(code, { message: 'words' in answer ? answer.words : undefined, retryable: true }));
}

/** 409 and 410: the run had ended already, and its own event is on the way, or here. */
function isHeard(status: number): boolean {
  return (status >= 200 && status < 300) || status === 409 || status === 410;
}
