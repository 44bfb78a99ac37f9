import { defineConfig } from 'vitest/config';

// On a busy machine, what takes a second elsewhere takes several.
export default defineConfig({ test: { testTimeout: 60_000 } });
