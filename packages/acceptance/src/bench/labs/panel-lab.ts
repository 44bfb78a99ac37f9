import { sessionIdOf } from '@agent-factory/protocol';
import { type Browser, chromium, type Page } from '@playwright/test';
import { PracticeDaemon } from '../../daemon.js';
import { CHROMIUM_LAUNCH } from '../../machine/chromium.js';
import { freePort } from '../../machine/loopback.js';
import { serveSite } from '../../site.js';
import { newStudent, SHELL_PROMPT, type Student } from '../../student.js';
import { GRID } from '../lines/line.js';
import { NativeLine } from '../lines/native.js';
import { showsPrompt } from '../measures/in-page.js';
import { untilOutput } from '../measures/waiting.js';
import type { Resources } from '../resources.js';
import { LESSON } from './lessons.js';

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

  /** `tmux attach` without any page, on a session of another exercise. */
  async nativeLine(): Promise<NativeLine> {
    const response = await fetch(`${this.#daemon.url}/exercises/start`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#daemon.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ exerciseId: OTHER_EXERCISE, size: GRID }),
    });
    if (!response.ok) throw new Error(`The other exercise did not start: ${await response.text()}`);
    const line = this.#resources.add(
      new NativeLine(this.#daemon.tmuxServer(OTHER_EXERCISE), sessionIdOf(OTHER_EXERCISE)),
    );
    await untilOutput(line, '');
    return line;
  }
}

function closing(browser: Browser): AsyncDisposable {
  return { [Symbol.asyncDispose]: () => browser.close() };
}
