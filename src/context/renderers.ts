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

/**
 * Shows a value as the card would show it: chosen by what it is, or `as` a `table`, `tree`, `diff`, `sql` or `media`
 * where it fits. It returns a lit template.
 */
export type ShowValue = (value: unknown, options?: { readonly label?: string; readonly as?: string }) => unknown;

/** What a custom renderer gets. It returns a DOM node, a lit template, or `undefined` for the built-in view. */
export interface RenderRequest {
  readonly call?: ToolCall;
  readonly approval?: Approval;
  readonly messages: Messages;
  /** The viewers of the card, for a renderer that only wants another choice. An approval has none: it shows all there is. */
  readonly view?: ShowValue;
}

/** Draws the body of a card. The title, the status and the controls of an approval always stay the card's own. */
export type Renderer = (request: RenderRequest) => unknown;

/** Renderers by tool key, activity type or render hint; the tool key wins, then the type. */
export type Renderers = Readonly<Record<string, Renderer>>;

/** The renderer for an entity, looked up as an own property: keys come from a model. */
export function findRenderer(renderers: Renderers, toolKey?: string, activityType?: string, renderHint?: string): Renderer | undefined {
  for (const key of [toolKey, activityType, renderHint]) {
    if (key !== undefined && Object.hasOwn(renderers, key)) return renderers[key];
  }
  return undefined;
}
