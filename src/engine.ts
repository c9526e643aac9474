/** What the CDN build loads as `engine.js`: everything without a DOM, which is the core and what the elements make of it. */
export * from './core.js';
export { Engine } from './session/engine.js';
