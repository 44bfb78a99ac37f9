import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { PracticeDaemon } from '../../../daemon.js';
import { CHROMIUM_LAUNCH } from '../../../machine/chromium.js';
import { waitUntil } from '../../../machine/wait-until.js';
import { newStudent, SHELL_PROMPT } from '../../../student.js';
import { showsPrompt } from '../../measures/in-page.js';
import { median } from '../../measures/numbers.js';
import type { Row, RowContext } from '../../row.js';

const ROUNDS = 5;
const ROUNDS_SHORT = 3;
const LINK = /^Workbench \(opens once\): (\S+)$/m;

/** From the command, with a browser that runs, until the shell in the Workbench waits for a key. */
export const workbenchStart: Row = {
  budgets: ['workbench-start'],
  inShort: true,
  async measure(context) {
    const browser = await chromium.launch(CHROMIUM_LAUNCH);
    context.resources.add({ [Symbol.asyncDispose]: () => browser.close() });
    const times: number[] = [];
    for (let round = 0; round < (context.short ? ROUNDS_SHORT : ROUNDS); round++) {
      // What is asked of the page comes as text, which its policy forbids.
      const page = await browser.newPage({ bypassCSP: true });
      times.push(await startOnce(context, page));
      await page.close();
    }
    return [{ budget: 'workbench-start', value: median(times) }];
  },
};

async function startOnce({ resources }: RowContext, page: Page): Promise<number> {
  const student = resources.add(await newStudent({ agents: [] }));
  const folder = join(student.home, 'project');
  await mkdir(folder);
  await writeFile(join(folder, 'main.py'), 'print(1)\n');
  const startedAt = performance.now();
  const flags = ['--agent', 'shell', '--log-level', 'warn', 'coach', folder];
  const daemon = resources.add(await PracticeDaemon.start({ student, content: student.home, flags }));
  const link = await waitUntil(
    () => LINK.exec(daemon.output)?.[1],
    () => `no link was printed:\n${daemon.output}`,
  );
  await page.goto(link);
  await page.waitForFunction(showsPrompt(SHELL_PROMPT.trimEnd()));
  return performance.now() - startedAt;
}
