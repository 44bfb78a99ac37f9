import { defineConfig } from 'vitest/config';

// Real servers answer here, on a busy machine: a test that waits waits for an event, not for this.
export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
});
