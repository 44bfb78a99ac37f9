import type { Locator } from '@playwright/test';

/** What the tests read of a terminal in the page. */
interface ReadableTerminal {
  readonly element: Element | undefined;
  readonly cols: number;
  readonly rows: number;
  readonly buffer: {
    readonly active: {
      readonly viewportY: number;
      readonly baseY: number;
      getLine(row: number): { translateToString(trim: boolean): string } | undefined;
    };
  };
}

/** The panel's handle on its terminals, as site owners reach it. */
interface Handle {
  readonly shown: ReadableTerminal;
  readonly history: { readonly isOpen: boolean; selection(): string };
}

/** What the student sees in the terminal now, whichever terminal shows it. */
export interface View {
  readonly open: boolean;
  readonly rows: string[];
  /** Number of the top row, and of that at which the last screenful begins. */
  readonly top: number;
  readonly base: number;
}

/** Reads the visible rows through the handle on the host element. */
export function viewOf(host: Locator): Promise<View> {
  return host.evaluate((element) => {
    const { shown, history } = (element as unknown as { practiceTerminal: Handle }).practiceTerminal;
    const { viewportY, baseY } = shown.buffer.active;
    const rows = Array.from(
      { length: shown.rows },
      (_, row) => shown.buffer.active.getLine(viewportY + row)?.translateToString(true) ?? '',
    );
    return { open: history.isOpen, rows, top: viewportY, base: baseY };
  });
}

/** The text that is selected in what shows. */
export function selectionOf(host: Locator): Promise<string> {
  return host.evaluate((element) =>
    (element as unknown as { practiceTerminal: Handle }).practiceTerminal.history.selection(),
  );
}

/** Where a character of a visible row is on the page, in CSS pixels: the left edge and the middle of its cell. */
export async function cellAt(host: Locator, row: number, col: number): Promise<{ x: number; y: number }> {
  return host.evaluate(
    (element, [atRow, atCol]) => {
      const { shown } = (element as unknown as { practiceTerminal: Handle }).practiceTerminal;
      const box = shown.element?.querySelector('.xterm-screen')?.getBoundingClientRect();
      if (!box) throw new Error('The terminal is not open');
      return {
        x: box.left + ((atCol + 0.1) * box.width) / shown.cols,
        y: box.top + ((atRow + 0.5) * box.height) / shown.rows,
      };
    },
    [row, col] as const,
  );
}
