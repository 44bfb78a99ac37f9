import type { Locator } from '@playwright/test';

/** What the tests read of a terminal in the page. */
interface ReadableTerminal {
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
  readonly history: { readonly isOpen: boolean };
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
