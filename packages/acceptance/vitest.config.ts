import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Whole programs are started here; what they wait for has deadlines of its own, with better messages.
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
});
