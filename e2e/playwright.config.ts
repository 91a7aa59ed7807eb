import { defineConfig, devices } from '@playwright/test';

/**
 * Browser tests run against the built site, served as any static host would. `npm test` builds it, finds the Chromium and leaves out
 * what has the tag `@deep`: the exhaustive tests, which `npm run test:deep` runs with all others.
 */
const port = Number(process.env.E2E_PORT ?? 4199);
/** Another build than the one in dist/, so that two runs do not disturb each other. */
const dist = process.env.E2E_DIST;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  // A test that passes only at its second attempt has a race.
  retries: 0,
  grepInvert: process.env.DEEP ? [] : [/@deep/],
  // Generous: a busy machine is no failure.
  timeout: 120_000,
  expect: {
    timeout: 30_000,
    // Fonts are the same everywhere; versions of Chromium differ at the edges of letters and curves, and in which font has a symbol.
    toHaveScreenshot: { animations: 'disabled', caret: 'hide', scale: 'css', maxDiffPixelRatio: 0.01, threshold: 0.25 },
  },
  // Without the system's name: one set of pictures for all.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../.cache/playwright.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    // A click or a download that never comes fails before the whole test does.
    actionTimeout: 60_000,
    // A first sample of a few messages: most tests need no more; the others say `whole`.
    baseURL: `http://localhost:${port}/short/`,
    // One page for all tests of a worker, with an empty storage for each: a new window takes longer than most tests.
    reuseContext: true,
    // Of the tests of working without a network alone, which open contexts of their own.
    serviceWorkers: 'block',
    // The table has 1,600 px with the settings at its left, and the plot its 376 at the right.
    viewport: { width: 1976, height: 1000 },
    locale: 'en-US',
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
        // The page of an everyday test lives for seconds: the optimising compilers take longer than they save (all of them: 152 s with, 126 s
        // without). Of the deep tests they save a fifth (38 of them: 6 min with, 8 min without).
        ...(process.env.DEEP ? [] : ['--js-flags=--no-maglev --no-opt']),
      ],
    },
  },
  webServer: {
    command: `node server.mjs ${port} ${dist ?? 'dist'}`,
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
    stdout: 'ignore',
  },
});
