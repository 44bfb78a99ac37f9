import { type Browser, test as base, expect, type WebError } from '@playwright/test';
import { isDue } from '../src/machine/turns.js';

interface Fixtures {
  turn: undefined;
  faultless: undefined;
}

/**
 * Playwright's `test`, for all tests in a browser. In turns, a run takes every other one, and annotates the rest. An
 * error that a page neither catches nor expects fails the test, whatever the page shows.
 */
export const test = base.extend<Fixtures>({
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

  // The turn comes first: a test without it needs no browser.
  faultless: [
    async ({ turn, browser }, use) => {
      const watch = watchContexts(browser);
      await use(turn);
      watch.stop();
      expect(watch.faults, 'errors that pages did not catch').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Collects what pages of contexts that are made from now on do not catch: every context, the fixture's and a test's own.
 * What a page is still loading when its context is closed does not arrive, and says so: that is not the page's fault.
 */
function watchContexts(browser: Browser): { readonly faults: readonly string[]; stop(): void } {
  const faults: string[] = [];
  const { newContext } = browser;
  browser.newContext = async (...options) => {
    const context = await newContext.apply(browser, options);
    const note = (fault: WebError) => {
      const error = fault.error();
      faults.push(`${fault.page()?.url()}: ${error.stack ?? error.message}`);
    };
    context.on('weberror', note);
    const { close } = context;
    context.close = (...options) => {
      context.off('weberror', note);
      return close.apply(context, options);
    };
    return context;
  };
  return {
    faults,
    stop: () => {
      browser.newContext = newContext;
    },
  };
}
