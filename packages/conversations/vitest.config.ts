import { defineConfig } from 'vitest/config';

// Real agents are started here. What a test waits for has a deadline of its own, with a better message.
export default defineConfig({ test: { include: ['test/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 30_000 } });
