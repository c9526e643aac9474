import { approvalExpires } from './approval-expires.mjs';
import { booking } from './booking.mjs';
import { failedRun } from './failed-run.mjs';
import { imageFallback } from './image-fallback.mjs';
import { manyCalls } from './many-calls.mjs';
import { mixedTurkish } from './mixed-turkish.mjs';
import { partialAnswer } from './partial-answer.mjs';
import { research } from './research.mjs';
import { toolFailure } from './tool-failure.mjs';

/** @type {readonly import('../run/types.mjs').Script[]} In the order of the chooser. */
export const scripts = [
  booking,
  research,
  imageFallback,
  toolFailure,
  approvalExpires,
  partialAnswer,
  failedRun,
  manyCalls,
  mixedTurkish,
];
