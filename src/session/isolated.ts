/** A host's callback that throws is the host's error, not the end of the stream. */
export function isolated(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
