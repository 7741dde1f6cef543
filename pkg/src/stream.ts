// A call with a callback as a stream.

/**
 * Yields what `run` hears while it is under way, and returns what it gives. Nothing begins before
 * the first value is asked for; who stops asking stops it by the signal.
 */
export async function* stream<Heard, Value>(
  run: (hear: (heard: Heard) => void, stop: AbortSignal) => Promise<Value>,
): AsyncGenerator<Heard, Value, undefined> {
  const heard: Heard[] = [];
  const stop = new AbortController();
  let wake: () => void = () => {};
  let isOver = false;
  const value = run((one) => {
    heard.push(one);
    wake();
  }, stop.signal).finally(() => {
    isOver = true;
    wake();
  });
  // Rejects below, where somebody waits for it.
  value.catch(() => undefined);
  try {
    for (;;) {
      for (let one = heard.shift(); one !== undefined; one = heard.shift()) yield one;
      if (isOver) return await value;
      await new Promise<void>((resolve) => {
        wake = resolve;
        // What was heard while the last value was looked at.
        if (heard.length > 0 || isOver) resolve();
      });
    }
  } finally {
    stop.abort();
  }
}
