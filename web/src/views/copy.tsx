// A button that copies a text and says so.
import { useEffect, useState } from 'preact/hooks';
import { TAKE } from '../words';

/** Without a text there is nothing to copy yet. */
export function Copy({ text, what }: { text: string | undefined; what: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    setState('idle');
  }, [text]);
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    if (text === undefined) return;
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  const words = { idle: TAKE.copy, copied: TAKE.copied, failed: TAKE.refused }[state];
  return (
    <button
      type="button"
      class="small"
      disabled={text === undefined}
      aria-label={`${words}: ${what}`}
      onClick={() => void copy()}
    >
      {words}
    </button>
  );
}
