import { defineConfig } from 'vitest/config';

// Real servers are asked here, on loopback. What a test waits for has a deadline of its own, with a better message.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    hookTimeout: 60_000,
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
