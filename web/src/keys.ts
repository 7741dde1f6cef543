// Keys that work anywhere on the page.
import type { Session } from './session';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/** Whoever steers by voice types no keys by intention: `/` can be switched off. */
export function listenToKeys(session: Session, isSlashOn: () => boolean): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') session.stop();
    if (event.key === '/' && isSlashOn() && !isTyping(event.target)) {
      const field = document.getElementById('sequence');
      if (!(field instanceof HTMLTextAreaElement)) return;
      event.preventDefault();
      field.focus();
      field.select();
    }
  });
}
