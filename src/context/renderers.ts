import type { Approval, ToolCall } from '../activity/state.js';
import type { Messages } from '../locales/messages.js';

/** Where a value comes from, for `redact` and for viewers. */
export interface ValuePlace {
  readonly kind: 'input' | 'output';
  readonly toolKey?: string;
  readonly callId?: string;
}

/** Returns what may be shown of a value. It is never applied to what is sent back to a server. */
export type Redact = (value: unknown, place: ValuePlace) => unknown;

/** What a custom renderer gets. It returns a DOM node, a lit template, or `undefined` for the built-in view. */
export interface RenderRequest {
  readonly call?: ToolCall;
  readonly approval?: Approval;
  readonly messages: Messages;
}

/** Draws the body of a card. The title, the status and the controls of an approval always stay the card's own. */
export type Renderer = (request: RenderRequest) => unknown;

/** Renderers by tool key or activity type; the tool key wins. */
export type Renderers = Readonly<Record<string, Renderer>>;

/** The renderer for an entity, looked up as an own property: keys come from a model. */
export function findRenderer(renderers: Renderers, toolKey?: string, activityType?: string): Renderer | undefined {
  for (const key of [toolKey, activityType]) {
    if (key !== undefined && Object.hasOwn(renderers, key)) return renderers[key];
  }
  return undefined;
}
