import type { Screen } from './cell.js';
import { readScreen } from './read-screen.js';

/** The needed part of a Playwright page (or frame), so that this package's helpers do not depend on a browser. */
export interface Evaluates {
  evaluate(expression: string): Promise<unknown>;
}

/** Where the panel hands out its terminal: see the attribute and the property on its host element. */
const TERMINAL_IN_PAGE = `document.querySelector('[data-practice-terminal]')?.practiceTerminal?.terminal`;

/** Reads the grid of the terminal that a page shows. Rejects when the page shows none. */
export async function pageScreen(page: Evaluates): Promise<Screen> {
  // As one text: Playwright walks through each object that it brings, which for a screen takes longer than all else.
  const screen = await page.evaluate(`(() => {
    const terminal = ${TERMINAL_IN_PAGE};
    return terminal ? JSON.stringify((${readScreen.toString()})(terminal)) : null;
  })()`);
  if (typeof screen !== 'string') throw new Error('The page shows no terminal');
  return JSON.parse(screen) as Screen;
}
