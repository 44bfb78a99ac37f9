import { test as base } from '@playwright/test';
import { isDue } from '../src/machine/turns.js';

/** Playwright's `test`, for all tests in a browser: in turns, a run takes every other one, and annotates the rest. */
export const test = base.extend<{ turn: undefined }>({
  turn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs
    async ({}, use, { annotations, skip, titlePath }) => {
      if (!isDue(titlePath.join(' '), 2)) {
        annotations.push({ type: 'left to another run' });
        skip();
      }
      await use(undefined);
    },
    { auto: true },
  ],
});
