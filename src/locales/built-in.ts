import { en } from './en.js';
import type { Messages } from './messages.js';
import { tr } from './tr.js';

/** The languages that are always there, English first: a language of the bundle is one word here, and its file. */
export const builtIn: readonly [Messages, ...Messages[]] = [en, tr];
