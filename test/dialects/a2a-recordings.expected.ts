/** What each recording of ../shared/recordings/a2a must end in, written by hand from the files. */
import type { ExpectedRecording } from './recordings.js';

export const expectedRecordings: readonly ExpectedRecording[] = [
  {
    files: ['synthetic-jsonrpc-v0.3-completed.sse'],
    run: { id: 't1', status: 'settled', outcome: 'completed' },
    cards: [{ callId: 't1', status: 'completed', hasInput: false, hasOutput: false }],
    approvals: {},
    headings: [],
    answer: 'Booked.',
    ignored: 0,
  },
  {
    files: ['synthetic-jsonrpc-v1-input-required.sse'],
    run: { id: 't1', status: 'waiting', waitingFor: 'approval' },
    cards: [{ callId: 't1', status: 'awaiting_approval', hasInput: false, hasOutput: false }],
    approvals: { 't1 m1': 'pending' },
    headings: [],
    answer: 'Option A\nOption B\n',
    ignored: 0,
  },
];
