import { expect, type Locator } from '@playwright/test';
import { pageScreen } from '../../src/index.js';
import type { PracticePage } from '../classroom/practice-page.js';

/** The panel's recording, as a student handles it. */
export class RecordingsPage {
  readonly #practice: PracticePage;

  constructor(practice: PracticePage) {
    this.#practice = practice;
  }

  get badge(): Locator {
    return this.#practice.panel.locator('.practice-recording-words');
  }

  get question(): Locator {
    return this.#practice.page.getByRole('dialog', { name: 'Record this session?' });
  }

  get list(): Locator {
    return this.#practice.page.getByRole('dialog', { name: 'Recordings', exact: true });
  }

  get replay(): Locator {
    return this.#practice.page.getByRole('dialog', { name: /^Replay of / });
  }

  /** What the panel says for a moment. */
  get note(): Locator {
    return this.#practice.panel.locator('.practice-note');
  }

  async choose(action: string): Promise<void> {
    await this.#practice.panel.getByRole('button', { name: 'More', exact: true }).click();
    await this.#practice.panel.getByRole('button', { name: action }).click();
  }

  /** Begins to record; with `input`, also what is typed. */
  async start({ input = false } = {}): Promise<void> {
    await this.choose('Record this session…');
    if (input) await this.question.getByRole('checkbox', { name: 'Record what is typed here, too' }).check();
    await this.question.getByRole('button', { name: 'Start recording' }).click();
    await expect(this.badge).toContainText('Recording');
  }

  async stop(): Promise<void> {
    await this.#practice.panel.getByRole('button', { name: 'Stop recording' }).click();
    await expect(this.badge).toBeEmpty();
  }

  /** Opens the newest recording, whose last screen it then shows. */
  async replayToEnd(): Promise<void> {
    await this.choose('Recordings…');
    await this.list.getByRole('button', { name: 'Replay' }).first().click();
    await this.replay.getByRole('button', { name: /Pause|Play/ }).press('End');
    await expect(this.replay.getByRole('button', { name: 'Play' })).toBeVisible();
  }

  /** What the replay shows, row by row. */
  async rows(): Promise<string> {
    const { cells } = await pageScreen(this.#practice.page, 'replay');
    return cells
      .map((row) =>
        row
          .map(({ chars, width }) => (width === 0 ? '' : chars || ' '))
          .join('')
          .trimEnd(),
      )
      .join('\n');
  }

  async shows(pattern: RegExp): Promise<void> {
    await expect(async () => expect(await this.rows()).toMatch(pattern)).toPass();
  }
}
