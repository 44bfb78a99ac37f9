import type { Screen } from './cell.js';
import { readScreen } from './read-screen.js';

/** The needed part of a Playwright page (or frame), so that this package's helpers do not depend on a browser. */
export interface Evaluates {
  evaluate(expression: string): Promise<unknown>;
}

/** Where the panel hands out its terminals: see the attributes and the properties on their host elements. */
const TERMINALS_IN_PAGE = {
  live: `document.querySelector('[data-practice-terminal]')?.practiceTerminal?.terminal`,
  replay: `document.querySelector('[data-practice-replay]')?.practiceReplay?.terminal`,
} as const;

/** Reads the grid of a terminal that a page shows. Rejects when the page shows none. */
export async function pageScreen(page: Evaluates, which: keyof typeof TERMINALS_IN_PAGE = 'live'): Promise<Screen> {
  // As one text: Playwright walks through each object that it brings, which for a screen takes longer than all else.
  const screen = await page.evaluate(`(() => {
    const terminal = ${TERMINALS_IN_PAGE[which]};
    return terminal ? JSON.stringify((${readScreen.toString()})(terminal)) : null;
  })()`);
  if (typeof screen !== 'string') throw new Error('The page shows no terminal');
  return JSON.parse(screen) as Screen;
}
