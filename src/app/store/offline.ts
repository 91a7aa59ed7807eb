/** Working without a network: registers the service worker, and says when the page is kept and when a newer one is. */
import { useUi } from './ui.ts';

let waiting: ServiceWorker | null = null;

const tell = (news: Partial<ReturnType<typeof useUi.getState>['offline']>): void =>
  useUi.setState(({ offline }) => ({ offline: { ...offline, ...news } }));

function offer(worker: ServiceWorker): void {
  waiting = worker;
  tell({ update: true, others: 0 });
}

/** Keeps the page for the next visit. Call once there is nothing more urgent to fetch; browsers and hosts that cannot do it are left alone. */
export async function workOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const { serviceWorker } = navigator;
    const registration = await serviceWorker.register('./sw.js', { scope: './' });
    if (registration.waiting && serviceWorker.controller) offer(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => {
        // Without a page that it would replace it is the first one.
        if (installing.state === 'installed' && serviceWorker.controller) offer(installing);
      });
    });
    await serviceWorker.ready;
    tell({ ready: true });
  } catch {
    // Refused (an insecure address, blocked storage): the page works as it did before there were service workers.
  }
}

/** Loads the newer page, which ends what runs in this tab; with other tabs open it says how many instead. */
export function loadUpdate(): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => tell({ others: Number(data) });
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting?.postMessage('update', [port2]);
}
