import { defineConfig } from '@playwright/test';
import { BROWSER_LAUNCH } from './browser/launch.js';
import { patience } from './src/machine/patience.js';

/**
 * How many pixels of a picture may be others than they were: less than a letter, so that nothing a student sees can be
 * gone or have moved. All fonts are the tests' own, so that no machine draws another letter.
 */
const MAX_DIFFERENT_PIXELS = 50;

export default defineConfig({
  testDir: 'browser',
  outputDir: 'test-results/browser',
  snapshotPathTemplate: '{testDir}/__screenshots__/{arg}{ext}',
  // Each test has a student, a daemon and a tutor of its own; two of them fill two cores.
  workers: 2,
  fullyParallel: true,
  timeout: 300_000,
  // On a busy machine, a real CLI takes half a minute to start and to answer.
  expect: {
    timeout: patience(60_000),
    toHaveScreenshot: { maxDiffPixels: MAX_DIFFERENT_PIXELS, animations: 'disabled' },
  },
  // Times are measured when nothing else runs.
  projects: [
    { name: 'behaviour', testIgnore: 'speed.spec.ts' },
    { name: 'speed', testMatch: 'speed.spec.ts', dependencies: ['behaviour'] },
  ],
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    actionTimeout: patience(30_000),
    // A third of all the time. To look into a failure: --trace retain-on-failure
    trace: 'off',
    launchOptions: BROWSER_LAUNCH,
  },
});
