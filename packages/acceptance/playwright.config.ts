import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Where Debian puts its Chromium; elsewhere Playwright brings its own. */
const SYSTEM_CHROMIUM = '/usr/bin/chromium';

/** A browser that calls nobody by itself, and that also starts for root in a container. */
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export default defineConfig({
  testDir: 'browser',
  outputDir: 'test-results/browser',
  snapshotPathTemplate: '{testDir}/__screenshots__/{arg}{ext}',
  // Each test has a student, a daemon and a tutor of its own; two of them fill two cores.
  workers: 2,
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 15_000, toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: 'disabled' } },
  // Times are measured when nothing else runs.
  projects: [
    { name: 'behaviour', testIgnore: 'speed.spec.ts' },
    { name: 'speed', testMatch: 'speed.spec.ts', dependencies: ['behaviour'] },
  ],
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    actionTimeout: 15_000,
    trace: 'retain-on-failure',
    launchOptions: {
      args: CHROMIUM_FLAGS,
      ...(existsSync(SYSTEM_CHROMIUM) && { executablePath: SYSTEM_CHROMIUM }),
    },
  },
});
