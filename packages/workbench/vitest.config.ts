import { defineConfig } from 'vitest/config';

// Real servers answer here, on a busy machine: a test that waits waits for an event, not for this.
export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    setupFiles: ['test/support/selection-change.ts'],
    // A thread is there sooner than a process, and most of these files take less time than that.
    pool: 'threads',
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
});
