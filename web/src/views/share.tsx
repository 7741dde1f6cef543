// Passes the page on as it is: by the system where it can, else by copying the link.
import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../session';
import { TAKE } from '../words';

export function Share({ session }: { session: Session | undefined }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2500);
    return () => clearTimeout(timer);
  }, [state]);
  const share = async (): Promise<void> => {
    const url = location.href;
    try {
      if (navigator.share) return await navigator.share({ title: document.title, url });
    } catch (error) {
      // Whoever closes the dialogue wants nothing else.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
    try {
      await navigator.clipboard.writeText(url);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  if (session && !session.fitsAddress) return <p class="quiet">{TAKE.shareTooLong}</p>;
  return (
    <button type="button" id="share" onClick={() => void share()}>
      {{ idle: TAKE.share, copied: TAKE.shareCopied, failed: TAKE.refused }[state]}
    </button>
  );
}
