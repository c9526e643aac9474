/** What each recording of ../shared/recordings/chatkit must end in, written by hand from the files. */
import type { ExpectedRecording } from './recordings.js';

const nothing = { cards: [], approvals: {}, headings: [], answer: '', ignored: 0 } as const;
const settled = { status: 'settled', outcome: 'completed' } as const;

const bank = 'thr_c56118de';
const payment = 'call_DDg5KQ3pB2Exkc7WbMz41q5u';
const pays = { callId: payment, toolKey: 'processPayment', hasInput: true, hasOutput: false } as const;
const asks = 'azure-banking-doc-4-approval-widget.sse';
const refuses = 'azure-banking-doc-3.sse';
const refused = { notes: ['Processing your request ...'], answer: 'The payment could not be processed ' };

export const expectedRecordings: readonly ExpectedRecording[] = [
  { ...nothing, files: [refuses], run: { id: bank, ...settled }, ...refused },
  {
    ...nothing,
    files: [asks],
    run: { id: bank, status: 'waiting', waitingFor: 'approval' },
    cards: [{ ...pays, status: 'awaiting_approval' }],
    approvals: { [payment]: 'pending' },
  },
  // The button was pressed elsewhere: nothing says which one.
  {
    ...nothing,
    files: [asks, refuses],
    run: { id: bank, ...settled },
    cards: [{ ...pays, status: 'cancelled' }],
    approvals: { [payment]: 'cancelled' },
    ...refused,
  },
  {
    ...nothing,
    files: ['synthetic-client-tool-and-error.sse'],
    run: { id: 'thr_1', status: 'failed', outcome: 'failed', errorCode: 'stream.error' },
    cards: [{ callId: 'call_1', status: 'interrupted', toolKey: 'get_selection', executor: 'client', hasInput: true, hasOutput: false }],
    notes: ['Search is slow today, showing cached results.'],
  },
  {
    ...nothing,
    files: ['synthetic-reasoning-workflow.sse'],
    run: { id: 'thr_1', ...settled },
    cards: [{ callId: 'wf_1:1', status: 'completed', toolKey: 'web_search', hasInput: true, hasOutput: true }],
    headings: ['Checking the calendar'],
    notes: ['Reading your calendar…'],
    answer: 'Tuesday is free.',
    thought: 'I should look at Tuesday',
  },
];
