// Calling what the caller gave us.

/**
 * An exception of a callback is the caller's: it is reported as one that nobody caught, and stops
 * nothing of ours. In Node such an exception would end the process, so it is only printed there.
 */
export function safely<T extends unknown[]>(
  callback: ((...given: T) => void) | undefined,
): (...given: T) => void {
  return (...given) => {
    try {
      const value: unknown = callback?.(...given);
      // An asynchronous callback fails later.
      if (value instanceof Promise) value.catch(report);
    } catch (error) {
      report(error);
    }
  };
}

function report(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error(error);
}
