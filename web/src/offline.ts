// The copy of the page for visits without a connection, and the newer version when there is one.
import type { Session } from './session';

/** Registered only when everything that somebody waits for is here: it downloads all of it again. */
export function keepOffline(session: Session): void {
  if (!('serviceWorker' in navigator)) return;
  const register = async (): Promise<void> => {
    await session.atRest;
    try {
      watch(await navigator.serviceWorker.register('./sw.js'), session);
    } catch {
      // Without one the page works as long as there is a connection.
    }
  };
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register());
}

function watch(registration: ServiceWorkerRegistration, session: Session): void {
  const offer = (): void => {
    const { waiting } = registration;
    // The first one ever is no update.
    if (!waiting || !navigator.serviceWorker.controller) return;
    session.offerUpdate(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
        once: true,
      });
      waiting.postMessage('take-over');
    });
  };
  offer();
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') offer();
    });
  });
}
