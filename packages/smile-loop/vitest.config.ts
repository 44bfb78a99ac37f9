import { defineConfig } from 'vitest/config';

// Real containers are started here, on a busy machine: a test that waits waits for an event, not for this.
export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    hookTimeout: 180_000,
    testTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
