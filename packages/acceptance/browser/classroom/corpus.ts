import { type BrowserContext, expect } from '@playwright/test';
import { SHELL_PROMPT, type TmuxPane, withEffect } from '../../src/index.js';
import { type Classroom, test } from './classroom.js';
import { PracticePage } from './practice-page.js';

/**
 * A key, some text, or several keys that have an effect only together; and where it is known what the program shows
 * then, that.
 */
export type Step = readonly [keys: string | readonly string[], shown?: string | RegExp];

/** Keys that have a name; everything else is typed letter by letter. */
const NAMED = /^(Enter|Escape|Tab|Backspace|Arrow\w+|Page\w+|Home|End|F\d+|(Control|Shift|Alt)\+.+)$/;

/** A student's terminal, compared with tmux' own screen whenever anything may have changed. */
export class Corpus {
  readonly #classroom: Classroom;
  readonly #context: BrowserContext;
  #practice: PracticePage;
  /** How long a key may take to have its effect, in milliseconds; by default as long as a busy machine needs. */
  effectWithinMs: number | undefined;

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

  /** Starts a program from the shell; `compare` may allow more than usual of what it draws first. */
  async run(command: string, shown: string | RegExp, compare = () => this.compare()): Promise<void> {
    await this.#practice.focusTerminal();
    await this.#practice.page.keyboard.type(command);
    await this.pane.waitForScreen(SHELL_PROMPT + command);
    await this.#pressTogether(['Enter']);
    await this.pane.waitForScreen(shown);
    await compare();
  }

  /** Compares where tmux 3.3 may have drawn a wrapped line without its first character, which the daemon repairs. */
  compareRepaired = (): Promise<void> => this.#practice.expectRepairedAsTmux(this.pane);

  /** Presses key after key, and compares after each has had its effect: a key that never arrives fails. */
  async press(steps: readonly Step[]): Promise<void> {
    for (const [keys, shown] of steps) {
      for (const together of effectsOf(keys)) {
        await this.#pressTogether(together);
        await this.compare();
      }
      if (shown === undefined) continue;
      await this.pane.waitForScreen(shown);
      await this.compare();
    }
  }

  async #pressTogether(keys: readonly string[]): Promise<void> {
    const { keyboard } = this.#practice.page;
    const press = async () => {
      for (const key of keys) await (NAMED.test(key) ? keyboard.press(key) : keyboard.type(key));
    };
    await withEffect(this.pane, keys.join(' '), press, this.effectWithinMs);
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

/** The keys of a step, divided by their effects. */
function effectsOf(keys: Step[0]): (readonly string[])[] {
  if (typeof keys !== 'string') return [keys];
  return NAMED.test(keys) ? [[keys]] : [...keys].map((key) => [key]);
}
