import { defineConfig } from 'vitest/config';

// The templates have tests too, which are a student's.
// Real interpreters on a busy machine: a test that waits waits for an event, not for this.
export default defineConfig({
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000, expect: { poll: { timeout: 15_000 } } },
});
