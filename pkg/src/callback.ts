// Calling what the caller gave us.

/** An exception of a callback is the caller's: it is reported, and stops nothing of ours. */
export function safely<T extends unknown[]>(
  callback: ((...given: T) => void) | undefined,
): (...given: T) => void {
  return (...given) => {
    try {
      callback?.(...given);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  };
}
