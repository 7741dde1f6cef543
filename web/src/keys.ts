// Keys that work anywhere on the page.
import type { Session } from './session';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

export function listenToKeys(session: Session): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') session.stop();
    if (event.key === '/' && !isTyping(event.target)) {
      const field = document.getElementById('sequence');
      if (!(field instanceof HTMLTextAreaElement)) return;
      event.preventDefault();
      field.focus();
      field.select();
    }
  });
}
