import { defineConfig } from 'vitest/config';

// The exercises that the site serves bring tests of their own, which are the learners'.
export default defineConfig({ test: { include: ['test/**/*.test.{ts,tsx}'], testTimeout: 60_000 } });
