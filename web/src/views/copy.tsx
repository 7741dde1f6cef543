// A button that copies a text and says so.
import { useState } from 'preact/hooks';

export function Copy({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
    setTimeout(() => setState('idle'), 2000);
  };
  const words = { idle: 'Copy', copied: 'Copied', failed: 'Not allowed' }[state];
  return (
    <button type="button" class="small" aria-label={`${words}: ${what}`} onClick={() => void copy()}>
      {words}
    </button>
  );
}
