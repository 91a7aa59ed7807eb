/** Components in a real browser: `npm test -- component`. Chromium is the one of `scripts/setup.mjs`, by CHROMIUM_PATH. */
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  // Every package of the page is found before the first test: one that is found later loads the page again, with a second React.
  optimizeDeps: { entries: ['src/app/main.tsx', 'src/app/**/*.browser.test.tsx'], include: ['vitest-browser-react', 'react/jsx-dev-runtime'] },
  test: {
    include: ['src/app/**/*.browser.test.tsx'],
    setupFiles: ['src/app/testing/component.ts'],
    // Generous: a busy machine is no failure.
    testTimeout: 180_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // A page for each file: what one leaves in the store or the address can keep another from ending.
      isolate: true,
      provider: playwright({
        launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', '--disable-gpu'] },
        contextOptions: { locale: 'en-US', colorScheme: 'light', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1440, height: 900 } }],
    },
  },
});
