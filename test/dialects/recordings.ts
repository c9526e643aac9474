/** What recordings must end in: the form of the tables, written by hand from the files, and how a state is held against one. */
import { expect } from '@open-wc/testing';
import type { ActivityState, ApprovalStatus, RunOutcome, RunStatus, ToolCall, ToolStatus, WaitReason } from '../../src/activity/state.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { SseDecoder } from '../../src/wire/sse-decoder.js';
import { fetchText } from './frames.js';

export interface ExpectedCard {
  readonly callId: string;
  readonly status: ToolStatus;
  readonly toolKey?: string;
  readonly executor?: 'client' | 'provider';
  readonly rawStatus?: string;
  readonly parent?: string;
  readonly hasInput: boolean;
  readonly hasOutput: boolean;
}

export interface ExpectedRecording {
  /** Files, in the order in which they are fed: a second one is the answer to a decision. */
  readonly files: readonly string[];
  readonly run: {
    readonly id?: string;
    readonly status: RunStatus;
    readonly outcome?: RunOutcome;
    readonly waitingFor?: WaitReason;
    readonly errorCode?: string;
    readonly reason?: string;
  };
  /** In timeline order. */
  readonly cards: readonly ExpectedCard[];
  readonly approvals: Readonly<Record<string, ApprovalStatus>>;
  /** Every heading, in order of appearance. */
  readonly headings: readonly string[];
  readonly notes?: readonly string[];
  /** The answer: all of it, or its first and its last words. */
  readonly answer: string | readonly [start: string, end: string];
  /** Frames that are not part of the interface. */
  readonly ignored: number;
  /** A piece of a thought in the file, which must appear nowhere. */
  readonly thought?: string;
}

const index = JSON.parse(await fetchText('/recordings/index.json')) as {
  readonly available: boolean;
  readonly folders?: Readonly<Record<string, readonly string[]>>;
};

/** The files of a folder; nothing where the recordings are not beside the project. */
export function recordingsOf(folder: string): readonly string[] | undefined {
  return index.available ? (index.folders?.[folder] ?? []) : undefined;
}

/** Registers the one test that says why there are no others. */
export function recordingsMissing(folder: string): void {
  it('NOT TESTED: ../shared/recordings is not beside the project', function () {
    console.warn(`${folder} recordings were not found; their tests did not run`);
    this.skip();
  });
}

/** A recording as the text of a stream: `.chunks.txt` holds one payload a line. */
export async function recordingText(folder: string, name: string): Promise<string> {
  const text = await fetchText(`/recordings/${folder}/${name}`);
  if (!name.endsWith('.chunks.txt')) return text;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => `event: ${(JSON.parse(line) as { type: string }).type}\ndata: ${line}\n\n`).join('');
}

/** The frames of bytes that come in pieces of these sizes, over and over. The end is the end of a body. */
export function framesInPieces(text: string, sizes: readonly number[]): WireFrame[] {
  const bytes = new TextEncoder().encode(`${text}\n\n`);
  const decoder = new SseDecoder();
  const frames: WireFrame[] = [];
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const size = sizes[n % sizes.length] ?? bytes.length;
    frames.push(...decoder.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return frames;
}

function withoutAbsent(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
}

function cardOf(call: ToolCall): Record<string, unknown> {
  const { callId, status, toolKey, executor, rawStatus, parent } = call;
  return withoutAbsent({ callId, status, toolKey, executor, rawStatus, parent, hasInput: 'input' in call, hasOutput: 'output' in call });
}

/** Holds a state against its row. */
export function expectState(expected: ExpectedRecording, state: ActivityState): void {
  const { id, status, outcome, waitingFor, error, reason } = state.run;
  expect(withoutAbsent({ id, status, outcome, waitingFor, errorCode: error?.code, reason })).to.deep.equal(expected.run);
  const refs = state.order.filter(({ kind }) => kind === 'call');
  expect(refs.flatMap(({ id: callId }) => state.calls.get(callId) ?? []).map(cardOf)).to.deep.equal(expected.cards);
  expect(Object.fromEntries([...state.approvals].map(([approvalId, approval]) => [approvalId, approval.status]))).to.deep.equal(expected.approvals);
  expect([...state.notes.values()].map(({ text }) => text)).to.deep.equal(expected.notes ?? []);
  const { text } = state.message;
  if (typeof expected.answer === 'string') {
    expect(text).to.equal(expected.answer);
  } else {
    expect(text.slice(0, expected.answer[0].length)).to.equal(expected.answer[0]);
    expect(text.slice(-expected.answer[1].length)).to.equal(expected.answer[1]);
  }
}
