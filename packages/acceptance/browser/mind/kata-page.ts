import type { Locator } from '@playwright/test';
import type { WorkbenchPage } from '../workbench/room/workbench-page.js';

/** A kata that is open in the Workbench, as the learner handles it. */
export class KataPage {
  readonly room: Locator;
  readonly #workbench: WorkbenchPage;

  constructor(workbench: WorkbenchPage) {
    this.#workbench = workbench;
    this.room = workbench.page.getByRole('region', { name: 'Kata', exact: true });
  }

  /** Writes this in the place of the body that it begins with, and hands it in. Gives what comes of it. */
  async handIn(code: string): Promise<Locator> {
    const { page } = this.#workbench;
    await this.room.locator('.cm-line', { hasText: 'pass' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+Home');
    await this.#workbench.type(code);
    await this.room.getByRole('button', { name: 'Hand it in' }).click();
    return this.room.getByRole('region', { name: 'Practice review' });
  }

  async close(): Promise<void> {
    await this.#workbench.page.getByRole('button', { name: 'Close the kata' }).click();
  }
}
