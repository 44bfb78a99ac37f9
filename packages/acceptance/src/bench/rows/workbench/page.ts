import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { WorkbenchLab } from '../../labs/workbench-lab.js';
import { COUNT_LATE_FRAMES } from '../../measures/in-workbench.js';
import type { Row } from '../../row.js';

const BYTES_PER_KB = 1000;
/** A word by which a script is known that has the terminal in it. */
const TERMINAL = 'xterm-screen';
const KEYS = 100;
const KEYS_SHORT = 40;
const KEY_EVERY_MS = 50;
const LINE = 'const answer = compute(40, 2); // a line like any other\n';
const MEGABYTE = LINE.repeat(Math.ceil(1_000_000 / LINE.length));

/** The page of the Workbench: what it weighs with a file open, and whether it keeps up with who types into a large one. */
export const workbenchPage: Row = {
  budgets: ['workbench-weight', 'workbench-frames'],
  inShort: true,
  async measure({ short, resources }) {
    const keys = short ? KEYS_SHORT : KEYS;
    const lab = await WorkbenchLab.open(resources, { files: { 'large.ts': MEGABYTE, 'small.ts': LINE } });
    const page = await lab.page();
    const scripts = new Map<string, number>();
    page.on('requestfinished', async (request) => {
      if (!/\.(?:js|css)$/.test(request.url())) return;
      const body = await (await request.response())?.body().catch(() => undefined);
      // The terminal is the panel's, and has a budget of its own.
      if (body !== undefined && !body.includes(TERMINAL)) scripts.set(request.url(), brotliCompressSync(body).length);
    });
    await page.reload();
    const small = await lateFrames(page, 'small.ts', keys);
    const large = await lateFrames(page, 'large.ts', keys);
    await page.waitForLoadState('networkidle');
    const weight = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
    return [
      { budget: 'workbench-weight', value: weight / BYTES_PER_KB, note: `${scripts.size} files` },
      { budget: 'workbench-frames', value: large, compared: { 'small file': small }, note: `${keys} keys` },
    ];
  },
};

/** Frames that come late while somebody types into a file. */
async function lateFrames(page: Page, name: string, keys: number): Promise<number> {
  await page.getByRole('treeitem', { name }).click();
  await page.getByRole('textbox', { name: new RegExp(name) }).click();
  await page.evaluate(COUNT_LATE_FRAMES);
  for (let key = 0; key < keys; key++) {
    await page.keyboard.type('x');
    await page.waitForTimeout(KEY_EVERY_MS);
  }
  return (await page.evaluate('window.lateFrames()')) as number;
}
