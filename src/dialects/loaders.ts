import type { Dialect } from './dialect.js';

/** Dialects that are loaded when they are asked for, by name. The default one is always there. */
export const loaders: Readonly<Record<string, () => Promise<Dialect>>> = {
  a2a: async () => (await import('./a2a/index.js')).a2aDialect,
  'ag-ui': async () => (await import('./ag-ui/index.js')).agUiDialect,
  'ai-sdk': async () => (await import('./ai-sdk/index.js')).aiSdkDialect,
  'anthropic-messages': async () => (await import('./anthropic-messages/index.js')).anthropicMessagesDialect,
  construct: async () => (await import('./construct/index.js')).constructDialect,
  chatkit: async () => (await import('./chatkit/index.js')).chatkitDialect,
  'construct-chat': async () => (await import('./construct-chat/index.js')).constructChatDialect,
  'model-gateway': async () => (await import('./model-gateway/index.js')).modelGatewayDialect,
  'openai-responses': async () => (await import('./openai-responses/index.js')).openaiResponsesDialect,
  pi: async () => (await import('./pi/index.js')).piDialect,
  thoth: async () => (await import('./thoth/index.js')).thothDialect,
};
