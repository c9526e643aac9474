/** Decides when a commit happens. Injected in tests, which never sleep. */
export interface Scheduler {
  /** Calls `commit` once, later. Returns a cancel function. */
  schedule(commit: () => void): () => void;
}
