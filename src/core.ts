/** The core without elements: runs in Node and in workers. No DOM, no lit. */
export { emptyState } from './activity/state.js';
export type * from './activity/state.js';
export type * from './activity/event.js';
export { reduce } from './activity/reduce.js';
export { redactSecrets } from './activity/redact.js';
export { exportRecord } from './activity/record.js';
export type { RecordEntry, RecordOptions, RunRecord } from './activity/record.js';
export { chainabitDialect } from './dialects/chainabit/index.js';
export { loadDialect } from './dialects/index.js';
export type * from './dialects/dialect.js';
export { requestDigest, type ShownRequest } from './session/digest.js';
export { createActivityStore } from './store/store.js';
export type { ActivityStore, ActivityStoreOptions, Disclosure, StoreChange } from './store/store.js';
export { configure, type PageConfig } from './store/page-config.js';
export type { Scheduler } from './store/scheduler.js';
export type { WireFrame } from './wire/frame.js';
export { TransportError } from './wire/transport.js';
export type { Transport, TransportErrorCode, TransportRequest, TransportSink } from './wire/transport.js';
