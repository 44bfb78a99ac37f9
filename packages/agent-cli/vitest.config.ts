import { defineConfig } from 'vitest/config';

// Real processes on a busy machine: a test that waits waits for an event, not for this.
export default defineConfig({ test: { testTimeout: 60_000, expect: { poll: { timeout: 15_000 } } } });
