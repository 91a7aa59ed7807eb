import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'fixtures/**/*.test.ts'],
    testTimeout: 60_000,
    setupFiles: [],
  },
});
