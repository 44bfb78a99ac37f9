import { type BrowserContext, expect } from '@playwright/test';
import type { TmuxPane } from '../../src/index.js';
import { type Classroom, test } from './classroom.js';
import { PracticePage } from './practice-page.js';

/** A key or some text, and where it is known what the program shows then, that. */
export type Step = readonly [keys: string, shown?: string | RegExp];

/** Keys that have a name; everything else is typed letter by letter. */
const NAMED = /^(Enter|Escape|Tab|Backspace|Arrow\w+|Page\w+|Home|End|F\d+|(Control|Shift|Alt)\+.+)$/;

/** A student's terminal, compared with tmux' own screen whenever anything may have changed. */
export class Corpus {
  readonly #classroom: Classroom;
  readonly #context: BrowserContext;
  #practice: PracticePage;

  constructor(practice: PracticePage, classroom: Classroom) {
    this.#practice = practice;
    this.#classroom = classroom;
    this.#context = practice.page.context();
  }

  get pane(): TmuxPane {
    return this.#classroom.pane;
  }

  async open(shown: string | RegExp): Promise<void> {
    await this.#practice.start();
    await this.#practice.waitUntilConnected();
    await this.pane.waitForScreen(shown);
    await this.#practice.resizeTerminal(100, 30);
    await this.compare();
  }

  compare(): Promise<void> {
    return this.#practice.expectSameAsTmux(this.pane);
  }

  /** Starts a program from the shell. */
  async run(command: string, shown: string | RegExp): Promise<void> {
    await this.#practice.focusTerminal();
    await this.#practice.page.keyboard.type(command);
    await this.#practice.page.keyboard.press('Enter');
    await this.pane.waitForScreen(shown);
    await this.compare();
  }

  /** Presses key after key, and compares after each. */
  async press(steps: readonly Step[]): Promise<void> {
    for (const [keys, shown] of steps) {
      for (const key of NAMED.test(keys) ? [keys] : keys) await this.#pressOne(key);
      if (shown === undefined) continue;
      await this.pane.waitForScreen(shown);
      await this.compare();
    }
  }

  async #pressOne(key: string): Promise<void> {
    const { keyboard } = this.#practice.page;
    await (NAMED.test(key) ? keyboard.press(key) : keyboard.type(key));
    await this.compare();
  }

  /** What may happen to a terminal: it gets another size, loses its connection, and is taken over by another page. */
  async upheave(): Promise<void> {
    await test.step('resized', async () => {
      await this.#practice.resizeTerminal(84, 26);
      await this.compare();
      await this.#practice.resizeTerminal(100, 30);
      await this.compare();
    });
    await test.step('reconnected', async () => {
      await this.#classroom.daemon.kill();
      await expect(this.#practice.connection).toHaveText('Reconnecting');
      await this.#classroom.daemon.restart();
      await this.#practice.waitUntilConnected();
      await this.compare();
    });
    await test.step('taken over', () => this.#takeOver());
  }

  async #takeOver(): Promise<void> {
    const other = new PracticePage(await this.#context.newPage(), this.#classroom.site.url);
    await other.start();
    await other.panel.getByRole('button', { name: 'Type here' }).click();
    await other.waitUntilConnected();
    await this.#practice.page.close();
    this.#practice = other;
    await other.resizeTerminal(100, 30);
    await this.compare();
  }
}
