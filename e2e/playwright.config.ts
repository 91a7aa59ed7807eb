import { defineConfig, devices } from '@playwright/test';

/**
 * Browser tests run against the built site, served as any static host would. `npm test` builds it, finds the Chromium and leaves out
 * what has the tag `@deep` (the exhaustive tests, of `npm run test:deep`) or `@nightly` (what judges pictures, of `npm run nightly`).
 */
/** Where server.ts listens, once it does: the processes of the tests read it. */
const port = process.env.E2E_PORT;

export default defineConfig({
  testDir: '.',
  globalSetup: './server.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  // A test that passes only at its second attempt has a race.
  retries: 0,
  grepInvert: process.env.NIGHTLY ? [] : process.env.DEEP ? [/@nightly/] : [/@deep|@nightly/],
  // Generous: a busy machine is no failure.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  // The longest first.
  projects: [
    { name: 'views', testMatch: 'views.spec.ts' },
    { name: 'ways', testIgnore: 'views.spec.ts' },
  ],
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../.cache/playwright.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    // A click or a download that never comes fails before the whole test does.
    actionTimeout: 120_000,
    // A first sample of a few messages: most tests need no more; the others say `whole`.
    baseURL: 'http://playground.localhost/short/',
    // One page for all tests of a worker, with an empty storage for each: a new window takes longer than most tests.
    reuseContext: true,
    // Of the tests of working without a network alone, which open contexts of their own.
    serviceWorkers: 'block',
    // The table has 1,600 px with the settings at its left, and the plot its 376 at the right.
    viewport: { width: 1976, height: 1000 },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // One origin on every machine, on whichever port the server listens.
        `--host-resolver-rules=MAP playground.localhost:80 127.0.0.1:${port}`,
      ],
    },
  },
});
