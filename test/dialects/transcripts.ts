/** The transcripts by name: test/transcripts/<name>.sse and the state that it ends in, <name>.json. */
export const transcripts: readonly string[] = [
  'chainabit-answers-any-order',
  'chainabit-approval-expires',
  'chainabit-bare-frames',
  'chainabit-calendar-approval',
  'chainabit-flat-envelope',
  'chainabit-image-degraded',
  'chainabit-research-parallel',
  'chainabit-run-cancelled',
  'chainabit-run-failed',
  'chainabit-same-ids',
  'chainabit-tool-failed-recovers',
  'chainabit-turkish-mixed',
  'chainabit-two-runs',
  'synthetic-ag-ui-broken',
  'synthetic-ag-ui-interrupts',
  'synthetic-ag-ui-older-forms',
  'synthetic-ag-ui-subagents',
  'synthetic-ai-sdk-approvals',
  'synthetic-ai-sdk-client-tool',
  'synthetic-ai-sdk-steps',
  'synthetic-a2a-asks-twice',
  'synthetic-a2a-failed',
  'synthetic-a2a-old-names',
  'synthetic-construct-broken',
  'synthetic-construct-chat-error',
  'synthetic-construct-chat-permission',
  'synthetic-construct-host-waits',
  'synthetic-construct-surface',
  'synthetic-model-gateway-approval',
  'synthetic-model-gateway-fates',
  'synthetic-model-gateway-retried',
  'synthetic-openai-responses-bare-server',
  'synthetic-openai-responses-broken-ends',
  'synthetic-openai-responses-denied-approval',
  'synthetic-openai-responses-error-top-level',
  'synthetic-openai-responses-interleaved-text',
  'synthetic-openai-responses-only-completed',
  'synthetic-openai-responses-proxy-item-ids',
  'synthetic-openai-responses-reasoning-parts',
  'synthetic-openai-responses-refused',
  'synthetic-openai-responses-tools',
  'synthetic-openai-responses-truncated',
  'synthetic-pi-dialogs',
  'synthetic-pi-first-generation',
  'synthetic-pi-proxy',
  'synthetic-pi-second-generation',
  'synthetic-thoth-bare-text',
  'synthetic-thoth-corrected-joins',
  'synthetic-thoth-failed',
  'synthetic-thoth-join-review',
];

/** What a `.json` file holds. `state` is the final state without its connection, maps as arrays in order. */
export interface Transcript {
  readonly dialect: string;
  readonly headings: readonly string[];
  /** How often each diagnostic code was told. */
  readonly diagnostics: Readonly<Record<string, number>>;
  readonly state: Readonly<Record<string, unknown>>;
}
