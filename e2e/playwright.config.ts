import { defineConfig, devices } from '@playwright/test';

/** Browser tests run against the built site, served as any static host would. `npm test` builds it and finds the Chromium. */
const port = Number(process.env.E2E_PORT ?? 4199);
/** Another build than the one in dist/, so that two runs do not disturb each other. */
const dist = process.env.E2E_DIST;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  // Until the last races are out, continuous integration tries a test again, and the step says which needed it.
  retries: process.env.CI ? 1 : 0,
  // Generous: a busy machine is no failure.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../.cache/playwright.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    // A click or a download that never comes fails before the whole test does.
    actionTimeout: 60_000,
    baseURL: `http://localhost:${port}/`,
    viewport: { width: 1600, height: 1000 },
    locale: 'en-US',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
    },
  },
  webServer: {
    command: `npx vite preview --port ${port} --strictPort --host localhost${dist ? ` --outDir ${dist}` : ''}`,
    cwd: '..',
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
    stdout: 'ignore',
  },
});
