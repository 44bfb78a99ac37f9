import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Whole programs are started here; what they wait for has deadlines of its own, with better messages. Gemini
    // CLI alone takes half a minute to go to a terminal and back.
    testTimeout: 400_000,
    // More CLIs and containers at a time than processors only make each of them late.
    maxConcurrency: availableParallelism(),
    hookTimeout: 180_000,
  },
});
