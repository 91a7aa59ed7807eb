/** Working without a network: registers the service worker, and says when the page is kept and when a newer one is. */
import { lookup, t } from '../../i18n/index.ts';
import { useUi } from './ui.ts';
import type { Change } from './undo.ts';

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

const PLACES = {
  conversation: 'context',
  until: 'context',
  applied: 'applied',
  undone: 'applied',
  rows: 'rows',
  marks: 'marks',
  kept: 'kept',
  replay: 'replay',
} as const;

const isPlace = (name: string | undefined): name is keyof typeof PLACES => name !== undefined && Object.hasOwn(PLACES, name);

function nameOf([place, name]: readonly string[]): string {
  if (place === 'settings' && name !== undefined) return lookup(`control.${name}`) ?? t('undo.what.settings');
  if (place === 'wishes') return lookup('answer.matters') ?? t('undo.what.settings');
  if (place === 'view') return t(name === 'other' ? 'undo.what.other' : 'undo.what.view');
  return t(`undo.what.${isPlace(place) ? PLACES[place] : 'settings'}`);
}

export function whatChanged(changes: readonly Change[]): string {
  const [first = '', ...others] = new Set(changes.map(({ path }) => nameOf(path)));
  return others.length > 0 ? t('list.more', { list: first, count: others.length }) : first;
}
