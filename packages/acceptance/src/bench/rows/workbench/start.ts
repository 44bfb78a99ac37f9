import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { PracticeDaemon } from '../../../daemon.js';
import { CHROMIUM_LAUNCH } from '../../../machine/chromium.js';
import { waitUntil } from '../../../machine/wait-until.js';
import { newStudent, SHELL_PROMPT, type Student } from '../../../student.js';
import { showsPrompt } from '../../measures/in-page.js';
import { median } from '../../measures/numbers.js';
import type { Row } from '../../row.js';

const ROUNDS = 5;
const ROUNDS_SHORT = 2;
const LINK = /^Workbench \(opens once\): (\S+)$/m;

/**
 * From the command, with a browser that runs, until the shell in the Workbench waits for a key. The first start of a
 * student, at which tmux is asked how wide its characters are, is told beside the later ones.
 */
export const workbenchStart: Row = {
  budgets: ['workbench-start'],
  inShort: true,
  async measure(context) {
    const browser = await chromium.launch(CHROMIUM_LAUNCH);
    context.resources.add({ [Symbol.asyncDispose]: () => browser.close() });
    const first: number[] = [];
    const later: number[] = [];
    for (let round = 0; round < (context.short ? ROUNDS_SHORT : ROUNDS); round++) {
      const student = context.resources.add(await newStudent({ agents: [] }));
      for (const times of [first, later]) times.push(await startOnce(student, browser));
    }
    const note = `first start ${median(first).toFixed(0)} ms`;
    return [{ budget: 'workbench-start', value: median(later), note }];
  },
};

async function startOnce(student: Student, browser: Browser): Promise<number> {
  const folder = join(student.home, 'project');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'main.py'), 'print(1)\n');
  // What is asked of the page comes as text, which its policy forbids.
  const page = await browser.newPage({ bypassCSP: true });
  const startedAt = performance.now();
  const flags = ['--agent', 'shell', '--log-level', 'warn', 'coach', folder];
  await using daemon = await PracticeDaemon.start({ student, content: student.home, flags });
  const link = await waitUntil(
    () => LINK.exec(daemon.output)?.[1],
    () => `no link was printed:\n${daemon.output}`,
  );
  await page.goto(link);
  await page.waitForFunction(showsPrompt(SHELL_PROMPT.trimEnd()));
  const took = performance.now() - startedAt;
  await page.close();
  return took;
}
