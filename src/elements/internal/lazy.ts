/** Something of ours that may come in a file of its own. */
export interface Source<T> {
  /** It, where it is there already. */
  readonly current: T | undefined;
  /** Rejects when it cannot be had; another call tries again. */
  readonly load: () => Promise<T>;
}

/** What came along. */
export function present<T>(value: T): Source<T> {
  return { current: value, load: () => Promise.resolve(value) };
}

/** What is loaded once, when it is first asked for. */
export function lazy<T>(get: () => Promise<T>): Source<T> {
  let current: T | undefined;
  let loading: Promise<T> | undefined;
  const load = async (): Promise<T> => {
    try {
      return (current = await get());
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return {
    get current() {
      return current;
    },
    load: () => (loading ??= load()),
  };
}
