import { defineConfig } from 'vitest/config';

// Time limits are each project's own: those of this file do not reach them.
export default defineConfig({ test: { projects: ['packages/*', 'apps/*'] } });
