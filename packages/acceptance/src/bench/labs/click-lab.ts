import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { PracticeDaemon } from '../../daemon.js';
import { CHROMIUM_LAUNCH } from '../../machine/chromium.js';
import { freePort } from '../../machine/loopback.js';
import { Scenario, says } from '../../model-api/scenario.js';
import { startModelApi } from '../../model-api/server.js';
import { BUILD, type Site, serveSite } from '../../site.js';
import { newStudent, type Student } from '../../student.js';
import { PROMPT_SHOWN } from '../measures/click-in-page.js';
import type { Resources } from '../resources.js';

const VIEWPORT = { width: 1440, height: 900 };
/**
 * Milliseconds from the press of a mouse button to its release, which is the click: an operator B of the keystroke-level
 * model (Card, Moran and Newell, 1980). The panel begins to load when the pointer comes, as it does a press before.
 */
const PRESS_MS = 100;

/** What runs in the terminals that are opened. */
export type ClickedProgram = 'shell' | 'claude';

/** A lesson of the site, and what it has to practise. */
export interface PractisedLesson {
  readonly exerciseId: string;
  /** Where its page is. */
  readonly url: string;
}

/** A student in front of the real lessons, with Chromium, who has not pressed Practice yet. */
export class ClickLab {
  readonly lessons: readonly PractisedLesson[];
  readonly student: Student;
  readonly #browser: Browser;

  private constructor(parts: { lessons: readonly PractisedLesson[]; student: Student; browser: Browser }) {
    this.lessons = parts.lessons;
    this.student = parts.student;
    this.#browser = parts.browser;
  }

  static async open(resources: Resources, program: ClickedProgram): Promise<ClickLab> {
    const api = resources.add(
      await startModelApi(new Scenario([{ when: 'ready to practise', reply: says('Hello.') }])),
    );
    const agents = program === 'claude' ? (['claude'] as const) : [];
    const student = resources.add(await newStudent({ agents, modelApi: api.url }));
    const port = await freePort();
    const site = resources.add(await serveSite({ serverUrl: `http://127.0.0.1:${port}` }));
    const lessons = await practisedLessons(site);
    for (const { exerciseId } of lessons) await student.trust(join('af-practice', exerciseId));
    const flags = ['--agent', program, '--log-level', 'warn'];
    resources.add(await PracticeDaemon.start({ student, content: site.url, port, flags }));
    const browser = await chromium.launch(CHROMIUM_LAUNCH);
    resources.add({ [Symbol.asyncDispose]: () => browser.close() });
    return new ClickLab({ lessons, student, browser });
  }

  /** The lesson in a browser that has never seen the site: its scripts still have to be fetched. */
  async openLesson({ url }: PractisedLesson): Promise<Page> {
    const context = await this.#browser.newContext({ viewport: VIEWPORT });
    const page = await context.newPage();
    await page.goto(url);
    await page.locator('.practice-button').waitFor();
    return page;
  }

  /** Presses Practice. Resolves with the milliseconds from the click to the frame that shows what begins like `prompt`. */
  async press(page: Page, prompt: RegExp): Promise<number> {
    const button = page.locator('.practice-button');
    await button.waitFor();
    await page.evaluate(PROMPT_SHOWN(prompt));
    await button.click({ delay: PRESS_MS });
    return (await page.evaluate('window.promptShown')) as number;
  }
}

/** Folders of the lessons are numbered, their addresses are not. */
async function practisedLessons({ url }: Site): Promise<PractisedLesson[]> {
  const registry = JSON.parse(await readFile(join(BUILD, 'exercises', 'registry.json'), 'utf8'));
  return registry.exercises.map(({ id, lessonPath }: { id: string; lessonPath: string }) => ({
    exerciseId: id,
    url: `${url}/docs/${lessonPath.replace(/(^|\/)\d+-/g, '$1')}`,
  }));
}
