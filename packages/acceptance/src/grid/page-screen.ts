import type { Screen } from './cell.js';
import { readScreen } from './read-screen.js';
import type { View, Viewer } from './viewer.js';

/** The needed part of a Playwright page (or frame), so that this package's helpers do not depend on a browser. */
export interface Evaluates {
  evaluate(expression: string): Promise<unknown>;
}

/** Where the panel hands out its terminals: see the attributes and the properties on their host elements. */
const TERMINALS_IN_PAGE = {
  live: `document.querySelector('[data-practice-terminal]')?.practiceTerminal`,
  replay: `document.querySelector('[data-practice-replay]')?.practiceReplay`,
} as const;

/** Reads the grid of a terminal that a page shows. Rejects when the page shows none. */
export async function pageScreen(page: Evaluates, which: keyof typeof TERMINALS_IN_PAGE = 'live'): Promise<Screen> {
  return (await viewOf(page, which)).screen;
}

/** The panel of a page, as somebody who looks at its session. */
export function pageViewer(page: Evaluates): Viewer {
  return {
    look: () => viewOf(page, 'live'),
    drawn: async (bytes, withinMs) => void (await page.evaluate(untilDrawn(bytes, withinMs))),
  };
}

async function viewOf(page: Evaluates, which: keyof typeof TERMINALS_IN_PAGE): Promise<View> {
  // As one text: Playwright walks through each object that it brings, which for a screen takes longer than all else.
  const view = await page.evaluate(`(() => {
    const handle = ${TERMINALS_IN_PAGE[which]};
    if (!handle) return null;
    const screen = (${readScreen.toString()})(handle.terminal);
    return JSON.stringify({ screen, drawnBytes: handle.drawnBytes });
  })()`);
  if (typeof view !== 'string') throw new Error('The page shows no terminal');
  return JSON.parse(view) as View;
}

/** Looks whenever the terminal has parsed something. */
function untilDrawn(bytes: number, withinMs: number): string {
  return `new Promise((resolve) => {
    const handle = ${TERMINALS_IN_PAGE.live};
    if (!handle) return resolve();
    const end = () => {
      clearTimeout(timer);
      parsed.dispose();
      resolve();
    };
    const look = () => handle.drawnBytes >= ${bytes} && end();
    const timer = setTimeout(end, ${withinMs});
    const parsed = handle.terminal.onWriteParsed(look);
    look();
  })`;
}
