/**
 * The service worker: keeps this site in the browser so that it works without a network. Everything of one build is kept together, under
 * the names of that build; nothing else is ever fetched or kept. docs/home.md#without-a-network
 */
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';

/** `built` stands before the code of the built file (scripts/offline.mjs). */
declare const self: ServiceWorkerGlobalScope & { readonly built: PrecacheEntry[] };

cleanupOutdatedCaches();
// A document stands in the address as `?doc=`; the page is the same one.
precacheAndRoute(self.built, { cleanURLs: false, ignoreURLParametersMatching: [/^doc$/] });
clientsClaim();

/** A page asks for the new build. It takes over only when no other page would lose its own under way. */
self.addEventListener('message', (event) => {
  if (event.data !== 'update') return;
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      // Documents for endpoints are frames of a page.
      const isPage = ({ url, frameType }: WindowClient): boolean => frameType === 'top-level' && url.startsWith(self.registration.scope);
      const others = pages.filter(isPage).length - 1;
      if (others > 0) event.ports[0]?.postMessage(others);
      else await self.skipWaiting();
    })(),
  );
});
