import { svg, type SVGTemplateResult } from 'lit';
import type { ToolStatus } from '../../activity/state.js';

/**
 * Line icons on a 16 px grid, drawn for this project. Every status differs in outline, not in colour alone, so that a
 * greyscale print or forced colours still tells them apart: ring, arc, ring with check, octagon with cross, triangle …
 */
const paths = {
  // A dashed ring: announced, nothing happens yet.
  pending: svg`<circle cx="8" cy="8" r="5.75" stroke-dasharray="2.4 2.12"/>`,
  // An open arc with a solid core: reads as "in motion" even when nothing moves.
  active: svg`<path d="M8 2.25A5.75 5.75 0 1 1 2.25 8"/><circle cx="8" cy="8" r="1.5" fill="currentColor" stroke="none"/>`,
  // A raised hand's place: a speech bubble that asks.
  awaiting_approval: svg`<path d="M2.5 3.25h11v7.5H8.25L5 13.25v-2.5H2.5z"/><path d="M6.6 5.9a1.45 1.45 0 1 1 1.9 1.45c-.35.12-.5.32-.5.65"/><path d="M8 9.3v.01"/>`,
  completed: svg`<circle cx="8" cy="8" r="5.75"/><path d="m5.4 8.2 1.8 1.8 3.5-3.9"/>`,
  // A path that bends round an obstacle: got there another way.
  degraded: svg`<path d="M8 2.4 14 13H2z"/><path d="M8 6.4v3"/><path d="M8 11.2v.01"/>`,
  failed: svg`<path d="M5.6 2.25h4.8l3.35 3.35v4.8l-3.35 3.35H5.6l-3.35-3.35V5.6z"/><path d="m6.1 6.1 3.8 3.8m0-3.8-3.8 3.8"/>`,
  rejected: svg`<circle cx="8" cy="8" r="5.75"/><path d="M4.1 11.9 11.9 4.1"/>`,
  expired: svg`<path d="M4.5 2.25h7m-7 11.5h7M5.25 2.25v2.1L8 8l2.75-3.65v-2.1M5.25 13.75v-2.1L8 8l2.75 3.65v2.1"/>`,
  skipped: svg`<path d="m3.5 4 5 4-5 4zM12.5 4v8"/>`,
  cancelled: svg`<circle cx="8" cy="8" r="5.75"/><path d="M5.9 5.9h4.2v4.2H5.9z"/>`,
  interrupted: svg`<path d="M2.25 8h3.5m4.5 0h3.5M6.5 4.5 5.75 8m4.5 0-.75 3.5"/>`,
  chevron: svg`<path d="m4.5 6.25 3.5 3.5 3.5-3.5"/>`,
  copy: svg`<path d="M5.75 5.75h7.5v7.5h-7.5z"/><path d="M10.25 5.5V2.75h-7.5v7.5H5.5"/>`,
  plan: svg`<path d="m2.5 4 1 1 1.75-2M2.5 8.5l1 1 1.75-2M2.75 13h1.5M7.5 4.25h6M7.5 8.75h6M7.5 13h6"/>`,
  create: svg`<path d="M8 3v10M3 8h10"/>`,
  move: svg`<path d="M2.5 8h10.5M9.5 4.5 13 8l-3.5 3.5"/>`,
  delete: svg`<path d="M2.75 4.25h10.5M6.25 4V2.5h3.5V4M4.25 4.25l.6 9h6.3l.6-9M6.75 7v3.75m2.5-3.75v3.75"/>`,
  edit: svg`<path d="m10.75 2.75 2.5 2.5-7.5 7.5-3.25.75.75-3.25z"/>`,
  send: svg`<path d="M8 13V3M4 7l4-4 4 4"/>`,
  lock: svg`<path d="M3.75 7.25h8.5v6h-8.5zM5.5 7V5a2.5 2.5 0 0 1 5 0v2"/>`,
  capability: svg`<path d="M8 2.25 9.6 6.4l4.15 1.6-4.15 1.6L8 13.75 6.4 9.6 2.25 8 6.4 6.4z"/>`,
  stop: svg`<path d="M4.25 4.25h7.5v7.5h-7.5z"/>`,
  retry: svg`<path d="M13.25 8a5.25 5.25 0 1 1-1.6-3.75M13.25 2.5v2.75H10.5"/>`,
  offline: svg`<path d="M2.25 6.1A8.4 8.4 0 0 1 8 3.9c2.2 0 4.2.8 5.75 2.2M4.6 8.7A5 5 0 0 1 8 7.4c1.3 0 2.5.5 3.4 1.3M8 11.75v.01M2.75 13.25l10.5-10.5"/>`,
  note: svg`<circle cx="8" cy="8" r="5.75"/><path d="M8 7.4v3.4M8 5.3v.01"/>`,
} as const;

export type IconName = keyof typeof paths;

/** An icon as a template. Always decoration: the word stands beside it, so it is hidden from assistive technology. */
export function icon(name: IconName): SVGTemplateResult {
  return svg`<svg part="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">${paths[name]}</svg>`;
}

/** The icon of a status. A status that this version does not know never gets here: it is shown as `pending`, in words. */
export function statusIcon(status: ToolStatus): SVGTemplateResult {
  return icon(status);
}
