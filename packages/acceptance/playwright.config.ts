import { defineConfig } from '@playwright/test';
import { CHROMIUM_LAUNCH } from './src/machine/chromium.js';

export default defineConfig({
  testDir: 'browser',
  outputDir: 'test-results/browser',
  snapshotPathTemplate: '{testDir}/__screenshots__/{arg}{ext}',
  // Each test has a student, a daemon and a tutor of its own; two of them fill two cores.
  workers: 2,
  fullyParallel: true,
  timeout: 300_000,
  // On a busy machine, a real CLI takes half a minute to start and to answer.
  expect: { timeout: 60_000, toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: 'disabled' } },
  // Times are measured when nothing else runs.
  projects: [
    { name: 'behaviour', testIgnore: 'speed.spec.ts' },
    { name: 'speed', testMatch: 'speed.spec.ts', dependencies: ['behaviour'] },
  ],
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    actionTimeout: 30_000,
    // A third of all the time. To look into a failure: --trace retain-on-failure
    trace: 'off',
    launchOptions: CHROMIUM_LAUNCH,
  },
});
