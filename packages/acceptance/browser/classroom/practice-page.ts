import { expect, type Locator, type Page } from '@playwright/test';
import {
  describeDifferences,
  differencesFromTmux,
  differencesUntilRepaired,
  pageViewer,
  type TmuxPane,
} from '../../src/index.js';
import { countFrame } from './frames.js';

/** The lesson whose exercise the tests work at. */
const LESSON = '/docs/Building-Custom-Agents/your-first-agents/your-first-agent';

/** The panel's edge lets a window this wide hold any terminal a test asks for, in CSS pixels. */
const WIDEST_WINDOW = 3000;

/** A lesson with the practice panel, as a student handles it. */
export class PracticePage {
  readonly page: Page;
  readonly #site: string;

  constructor(page: Page, site: string) {
    this.page = page;
    this.#site = site;
  }

  get panel(): Locator {
    return this.page.getByRole('region', { name: /^Practice: / });
  }

  get terminal(): Locator {
    return this.page.locator('[data-practice-terminal]');
  }

  /** The words of the toolbar on the connection. */
  get connection(): Locator {
    return this.panel.locator('.practice-connection');
  }

  /** What lies over the terminal, if anything does. */
  get overlay(): Locator {
    return this.panel.locator('.practice-overlay');
  }

  get results(): Locator {
    return this.panel.getByRole('region', { name: 'Check My Work' });
  }

  async openLesson(lesson = LESSON): Promise<void> {
    await this.page.goto(this.#site + lesson);
  }

  /** The bars above the terminal. */
  get notices(): Locator {
    return this.panel.getByRole('list', { name: 'Notices' });
  }

  get celebration(): Locator {
    return this.panel.locator('.practice-celebration-badge');
  }

  /** The button below the title, whatever it says. */
  get practiceButton(): Locator {
    return this.page.locator('.practice-button');
  }

  /** Opens the lesson and presses Practice, or Resume. */
  async start(lesson = LESSON): Promise<void> {
    await this.openLesson(lesson);
    await this.practiceButton.click();
  }

  async waitUntilConnected(): Promise<void> {
    // An expectation of what is not there yet makes Playwright describe the whole lesson, again and again.
    await this.connection.waitFor();
    await expect(this.connection).toHaveText('Connected');
  }

  /** Types into the terminal as a student does: it has to have the focus. */
  async focusTerminal(): Promise<void> {
    await this.terminal.locator('textarea').first().focus();
  }

  /** All but the widest panels have it in their menu. */
  async askForReset(): Promise<void> {
    const reset = this.panel.getByRole('button', { name: 'Reset…' });
    if (!(await reset.isVisible())) await this.panel.getByRole('button', { name: 'More', exact: true }).click();
    await reset.click();
  }

  check(): Promise<void> {
    return this.panel.getByRole('button', { name: 'Check My Work' }).click();
  }

  async waitUntilChecked(): Promise<void> {
    await expect(this.results).toHaveAttribute('aria-busy', 'false');
  }

  /** Makes window and panel such that the terminal has exactly this many columns and rows, and goes on in the terminal. */
  async resizeTerminal(cols: number, rows: number): Promise<void> {
    const separator = this.page.getByRole('separator', { name: 'Width of the study panel' });
    const before = this.page.viewportSize() ?? { width: 1440, height: 900 };
    await this.page.setViewportSize({ ...before, width: WIDEST_WINDOW });
    // The panel grows as far as the window it knows, which for a moment is still the former one.
    const limit = async () => Number(await separator.getAttribute('aria-valuemax'));
    await expect.poll(limit).toBeGreaterThan(WIDEST_WINDOW / 2);
    await separator.press('End');
    await expect(separator).toHaveAttribute('aria-valuenow', String(await limit()));
    await this.#painted();
    await expect(async () => {
      const grid = await this.#grid();
      const { width, height } = this.page.viewportSize() ?? before;
      if (grid.cols !== cols || grid.rows !== rows) {
        await this.page.setViewportSize({
          width: Math.round(width + (cols - grid.cols) * grid.cellWidth),
          height: Math.round(height + (rows - grid.rows) * grid.cellHeight),
        });
        // A grid that is read before it has followed would be corrected twice, and so go past its size.
        await this.#painted();
      }
      expect(await this.#grid()).toMatchObject({ cols, rows });
    }).toPass({ timeout: 30_000 });
    await this.focusTerminal();
  }

  /** Fails unless the settled terminal is what tmux holds: every cell, which rows belong together, and the cursor. */
  async expectSameAsTmux(pane: TmuxPane): Promise<void> {
    const differences = await differencesFromTmux(pane, pageViewer(this.page));
    countFrame(differences.length === 0);
    expect(describeDifferences(differences)).toBe('0 cells differ');
  }

  /** As `expectSameAsTmux`, but for one wrong screen that the next drawing repairs. */
  async expectRepairedAsTmux(pane: TmuxPane): Promise<void> {
    const frames = await differencesUntilRepaired(pane, pageViewer(this.page));
    for (const differences of frames) countFrame(differences.length === 0);
    expect(describeDifferences(frames.at(-1) ?? [])).toBe('0 cells differ');
  }

  /** How far the screen reaches beyond the room it has, in whole CSS pixels. */
  overflow(): Promise<{ right: number; bottom: number }> {
    return this.terminal.evaluate((host) => {
      const room = host.getBoundingClientRect();
      const screen = host.querySelector('.xterm-screen')?.getBoundingClientRect();
      if (!screen) throw new Error('The terminal is not open');
      const beyond = (pixels: number) => Math.max(0, Math.floor(pixels));
      return { right: beyond(screen.right - room.right), bottom: beyond(screen.bottom - room.bottom) };
    });
  }

  /** The terminal takes the size of its room once a frame. */
  async #painted(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }

  #grid(): Promise<{ cols: number; rows: number; cellWidth: number; cellHeight: number }> {
    return this.terminal.evaluate((host) => {
      const { terminal } = (host as unknown as { practiceTerminal: { terminal: { cols: number; rows: number } } })
        .practiceTerminal;
      const box = host.querySelector('.xterm-screen')?.getBoundingClientRect();
      if (!box) throw new Error('The terminal is not open');
      const { cols, rows } = terminal;
      return { cols, rows, cellWidth: box.width / cols, cellHeight: box.height / rows };
    });
  }
}
