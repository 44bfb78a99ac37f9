import { defineConfig } from 'vitest/config';

// Real files are watched here. What a test waits for has a deadline of its own, with a better message.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    hookTimeout: 30_000,
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
