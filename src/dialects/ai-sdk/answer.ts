import type { Approval } from '../../activity/state.js';
import type { DecisionRequest, JointAnswer } from '../dialect.js';
import { compact } from '../shared/values.js';

/** A part of the assistant's message as it stands once it is answered. The protocol takes no edited arguments. */
function answeredPart({ approval, request }: JointAnswer): unknown {
  const { approvalId, callId, toolKey, echo = {} } = approval;
  const { signature, dynamic, providerExecuted } = echo;
  const kind = dynamic === true ? { type: 'dynamic-tool', ...compact({ toolName: toolKey }) } : { type: `tool-${toolKey ?? ''}` };
  const approved = request.decision === 'approve';
  return {
    ...kind,
    toolCallId: callId ?? approvalId,
    state: 'approval-responded',
    ...('input' in approval && { input: approval.input }),
    ...compact({ providerExecuted }),
    approval: { id: approvalId, approved, ...compact({ reason: request.reason, signature }) },
  };
}

/**
 * What the next request says of its last message, in the place of the parts with these `toolCallId`s. The list of messages
 * is the host's, who sends it.
 */
export function answerAll(answers: readonly JointAnswer[], runId: string | undefined): unknown {
  return { trigger: 'submit-message', ...compact({ messageId: runId }), parts: answers.map(answeredPart) };
}

/** One answer alone. */
export function answer(approval: Approval, request: DecisionRequest, runId: string | undefined): unknown {
  return answerAll([{ approval, request }], runId);
}
