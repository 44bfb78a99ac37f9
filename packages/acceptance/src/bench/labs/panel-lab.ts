import { sessionIdOf } from '@agent-factory/protocol';
import { type Browser, chromium, type Page } from '@playwright/test';
import { PracticeDaemon } from '../../daemon.js';
import { CHROMIUM_LAUNCH } from '../../machine/chromium.js';
import { freePort } from '../../machine/loopback.js';
import { serveSite } from '../../site.js';
import { newStudent, SHELL_PROMPT, type Student } from '../../student.js';
import type { Grid } from '../lines/line.js';
import { NativeLine } from '../lines/native.js';
import { GRID_OF_TERMINAL, showsPrompt } from '../measures/in-page.js';
import { untilOutput } from '../measures/waiting.js';
import type { Resources } from '../resources.js';
import { EXERCISE, LESSON } from './lessons.js';

/** An exercise of another lesson. */
const OTHER_EXERCISE = 'ch33-agent-loop';

/** A window in which the panel's terminal has about the grid of the other measurements. */
const VIEWPORT = { width: 2000, height: 1000 };

/** A student in front of the real panel, in Chromium, with a shell in its terminal. */
export class PanelLab {
  readonly page: Page;
  readonly student: Student;
  readonly #daemon: PracticeDaemon;
  readonly #resources: Resources;

  private constructor(parts: { page: Page; student: Student; daemon: PracticeDaemon; resources: Resources }) {
    this.page = parts.page;
    this.student = parts.student;
    this.#daemon = parts.daemon;
    this.#resources = parts.resources;
  }

  static async open(resources: Resources): Promise<PanelLab> {
    const student = resources.add(await newStudent({ agents: [] }));
    const port = await freePort();
    const site = resources.add(await serveSite({ serverUrl: `http://127.0.0.1:${port}` }));
    const flags = ['--agent', 'shell', '--log-level', 'warn'];
    const daemon = resources.add(await PracticeDaemon.start({ student, content: site.url, port, flags }));
    const browser = await chromium.launch(CHROMIUM_LAUNCH);
    resources.add(closing(browser));
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.goto(site.url + LESSON);
    await page.locator('.practice-button').click();
    await page.waitForFunction(showsPrompt(SHELL_PROMPT.trimEnd()));
    await page.locator('[data-practice-terminal] textarea').first().focus();
    return new PanelLab({ page, student, daemon, resources });
  }

  /** `tmux attach` without any page, on a session of another exercise, in the grid of the panel. */
  async nativeLine(): Promise<NativeLine> {
    const grid = await this.#pageGrid();
    const response = await fetch(`${this.#daemon.url}/exercises/start`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#daemon.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ exerciseId: OTHER_EXERCISE, size: grid }),
    });
    if (!response.ok) throw new Error(`The other exercise did not start: ${await response.text()}`);
    const line = this.#resources.add(
      new NativeLine(this.#daemon.tmuxServer(OTHER_EXERCISE), sessionIdOf(OTHER_EXERCISE), grid),
    );
    await untilOutput(line, '');
    return line;
  }

  /** Throws unless the page, its session and the other one all have one grid: more cells would be more to print. */
  async requireEqualGrids(): Promise<Grid> {
    const panes = [EXERCISE, OTHER_EXERCISE].map((exercise) => this.#daemon.pane(exercise).state());
    const page = await this.#pageGrid();
    for (const { cols, rows } of await Promise.all(panes)) {
      if (cols !== page.cols || rows !== page.rows)
        throw new Error(`The page has ${page.cols} columns and ${page.rows} rows, a session has ${cols} and ${rows}`);
    }
    return page;
  }

  async #pageGrid(): Promise<Grid> {
    return (await this.page.evaluate(GRID_OF_TERMINAL)) as Grid;
  }
}

function closing(browser: Browser): AsyncDisposable {
  return { [Symbol.asyncDispose]: () => browser.close() };
}
