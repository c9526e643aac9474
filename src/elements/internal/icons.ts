import { svg, type SVGTemplateResult } from 'lit';
import type { ToolStatus } from '../../activity/state.js';

const ring = 'M13.75 8a5.75 5.75 0 1 1-11.5 0 5.75 5.75 0 0 1 11.5 0z';

/**
 * Line icons on a 16 px grid, drawn for this project, each one path: a status that changes changes one attribute and
 * no node. Every status differs in outline, not in colour alone, so that a greyscale print or forced colours still tells
 * them apart: dots on a ring, arc round a core, ring with check, octagon with cross, triangle …
 */
const paths = {
  // A ring of dots: announced, nothing happens yet.
  pending: 'M8 2.25v.01M12.07 3.93v.01M13.75 8v.01M12.07 12.07v.01M8 13.75v.01M3.93 12.07v.01M2.25 8v.01M3.93 3.93v.01',
  // An open arc round a solid core: reads as "in motion" even when nothing moves.
  active: 'M8 2.25A5.75 5.75 0 1 1 2.25 8M8.75 8a.75.75 0 1 1-1.5 0 .75.75 0 0 1 1.5 0z',
  // A speech bubble that asks.
  awaiting_approval: 'M2.5 2.75h11v8.5H8.5L5 14v-2.75H2.5zM6.5 5.75a1.5 1.5 0 1 1 2 1.4c-.35.12-.5.3-.5.6M8 9.25v.01',
  completed: `${ring}M5.4 8.2l1.8 1.8 3.5-3.9`,
  // A warning sign: got there another way.
  degraded: 'M8 2.4L14 13H2zM8 6.4v3M8 11.2v.01',
  failed: 'M5.6 2.25h4.8l3.35 3.35v4.8l-3.35 3.35H5.6l-3.35-3.35V5.6zM6.1 6.1l3.8 3.8M9.9 6.1L6.1 9.9',
  rejected: `${ring}M4 12L12 4`,
  expired: 'M4.5 2.25h7M4.5 13.75h7M5.25 2.25v2.1L8 8l2.75-3.65v-2.1M5.25 13.75v-2.1L8 8l2.75 3.65v2.1',
  skipped: 'M3.5 4l5 4-5 4zM12.5 4v8',
  cancelled: `${ring}M6 6h4v4H6z`,
  // A ring torn in two.
  interrupted: 'M6.25 2.5a5.75 5.75 0 0 0 0 11M9.75 2.5a5.75 5.75 0 0 1 0 11',
  // A ring with an ellipsis: something is said that we have no picture for.
  unknown: `${ring}M5.5 8v.01M8 8v.01M10.5 8v.01`,
  chevron: 'M4.5 6.25L8 9.75l3.5-3.5',
  copy: 'M5.75 5.75h7.5v7.5h-7.5zM10.25 5.5V2.75h-7.5v7.5H5.5',
  plan: 'M2.5 4l1 1 1.75-2M2.5 8.5l1 1 1.75-2M2.75 13h1.5M7.5 4.25h6M7.5 8.75h6M7.5 13h6',
  create: 'M8 3v10M3 8h10',
  move: 'M2.5 8h10.5M9.5 4.5L13 8l-3.5 3.5',
  delete: 'M2.75 4.25h10.5M6.25 4V2.5h3.5V4M4.25 4.25l.6 9h6.3l.6-9M6.75 7v3.75M9.25 7v3.75',
  edit: 'M10.75 2.75l2.5 2.5-7.5 7.5-3.25.75.75-3.25z',
  // A speech bubble with lines: words that go with an answer.
  comment: 'M2.5 2.75h11v8.5H8.5L5 14v-2.75H2.5zM5.25 5.75h5.5M5.25 8.25h3.25',
  send: 'M8 13V3M4 7l4-4 4 4',
  lock: 'M3.75 7.25h8.5v6h-8.5zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  capability: 'M8 2.25L9.6 6.4l4.15 1.6-4.15 1.6L8 13.75 6.4 9.6 2.25 8 6.4 6.4z',
  stop: 'M4.25 4.25h7.5v7.5h-7.5z',
  retry: 'M13.25 8a5.25 5.25 0 1 1-1.6-3.75M13.25 2.5v2.75H10.5',
  offline: 'M2.25 6.1A8.4 8.4 0 0 1 8 3.9c2.2 0 4.2.8 5.75 2.2M4.6 8.7A5 5 0 0 1 8 7.4c1.3 0 2.5.5 3.4 1.3M8 11.75v.01M2.75 13.25l10.5-10.5',
  note: `${ring}M8 7.4v3.4M8 5.3v.01`,
} as const;

export type IconName = keyof typeof paths;

/** An icon as a template. Always decoration: the word stands beside it, so it is hidden from assistive technology. */
export function icon(name: IconName): SVGTemplateResult {
  return svg`<svg part="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d=${paths[name]}></path></svg>`;
}

/** The icon of a status. A status that this version does not know is shown neutrally: `unknown`, and in words. */
export function statusIcon(status: ToolStatus | 'unknown'): SVGTemplateResult {
  return icon(status);
}
