/* oxlint-disable no-empty-pattern -- Playwright reads the names of fixtures from an empty pattern */
/** Tests that call models: our own server of their protocols (src/models/testing/server.ts), one for each worker, which a page may ask. */
import { type ModelServer, startModelServer } from '../src/models/testing/server.ts';
import { test as base } from './support.ts';

/** `errors`: what the browser itself says of answers that are no success, where a test brings them about. */
export const withModels = (...errors: readonly RegExp[]) =>
  base.extend<{ allow: undefined }, { server: ModelServer }>({
    server: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
      async ({}, use) => {
        const server = await startModelServer();
        await use(server);
        await server.close();
      },
      { scope: 'worker' },
    ],
    allow: [
      async ({ allowed, server }, use) => {
        allowed.origins.add(server.origin);
        allowed.errors.push(...errors);
        await use(undefined);
      },
      { auto: true },
    ],
  });
