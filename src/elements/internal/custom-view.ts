import { findRenderer, type RenderRequest, type Renderers } from '../../context/renderers.js';
import { isPromise } from './promise.js';

/**
 * What a page's renderer makes of an entity, or `undefined` for the built-in view: also where it fails, and where it
 * returns what cannot be shown. Nothing in the place of the arguments would hide what will run.
 */
export function customView(host: Node, renderers: Renderers, request: RenderRequest, report: (cause: unknown) => void): unknown {
  const { toolKey, activity } = request.call ?? request.approval ?? {};
  try {
    const view = findRenderer(renderers, toolKey, activity?.activityType, activity?.renderHint)?.(request);
    if (typeof view !== 'object' || view === null) return isText(view) ? view : undefined;
    if (!isPromise(view) && isView(view, host)) return view;
    throw new TypeError('A renderer returned neither a node nor a template');
  } catch (cause) {
    report(cause);
    return undefined;
  }
}

function isText(view: unknown): boolean {
  return typeof view === 'number' || (typeof view === 'string' && view.trim() !== '');
}

/** A node that the card can hold, several, or a result of lit. */
function isView(view: object, host: Node): boolean {
  if (view instanceof Node) return !view.contains(host);
  return Symbol.iterator in view || '_$litType$' in view || '_$litDirective$' in view;
}
