import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Time limits are each project's own: those of this file do not reach them.
export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*'],
    // All projects side by side. Their tests wait for other programs as much as they compute, so one is always ready.
    maxWorkers: availableParallelism() + 1,
  },
});
