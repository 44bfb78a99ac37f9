import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_LAUNCH } from '../../../machine/chromium.js';
import { BUILD, serveSite } from '../../../site.js';
import { LESSON } from '../../labs/lessons.js';
import { scriptsOf } from '../../measures/page-scripts.js';
import type { Row } from '../../row.js';

/** Words by which a script is known that has in it what only an opened tab, dialog or terminal needs. */
const MARKS = {
  chat: 'practice-chat-scroller',
  agents: 'Choose your agent',
  recordings: 'Replay of ',
  terminal: 'xterm-screen',
  course: 'practice-course-chapters',
  stages: 'practice-stages-place',
  completions: 'Idempotency-Key',
  explanations: 'practice-explanation-body',
  dashboard: 'dash-radar',
};
const BYTES_PER_KB = 1000;

/** What a lesson's page, on which nothing was opened, loads of the panel's other parts. */
export const unopened: Row = {
  budgets: ['unopened'],
  inShort: true,
  async measure({ resources }) {
    await checkMarks();
    const browser = await chromium.launch(CHROMIUM_LAUNCH);
    resources.add({ [Symbol.asyncDispose]: () => browser.close() });
    const { url } = resources.add(await serveSite());
    const scripts = await scriptsOf(browser, url + LESSON);
    const early = [...scripts].filter(([, body]) => marksIn(body.toString()).length > 0);
    const value = early.reduce((sum, [, body]) => sum + body.length, 0) / BYTES_PER_KB;
    const parts = new Set(early.flatMap(([, body]) => marksIn(body.toString())));
    return [{ budget: 'unopened', value, note: [`${scripts.size} scripts in all`, ...parts].join(', ') }];
  },
};

function marksIn(script: string): string[] {
  return Object.entries(MARKS).flatMap(([part, mark]) => (script.includes(mark) ? [part] : []));
}

/** A mark that no script of the site has, because a name has changed, would prove nothing. */
async function checkMarks(): Promise<void> {
  const folder = join(BUILD, 'assets', 'js');
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const found = new Set<string>();
  for (const name of scripts) for (const part of marksIn(await readFile(join(folder, name), 'utf8'))) found.add(part);
  const gone = Object.keys(MARKS).filter((part) => !found.has(part));
  if (gone.length > 0) throw new Error(`No script of the site has the mark of ${gone.join(', ')}: find another`);
}
