import { brotliCompressSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { collectLoaded } from '../room/loaded.js';
import { test } from '../room/room.js';
import { WorkbenchPage } from '../room/workbench-page.js';

const MOST_BYTES = 400_000;
/** A word by which a script is known that has the terminal in it: that is the panel's, and not the Workbench's. */
const TERMINAL = 'xterm-screen';

test('with a file open, the Workbench weighs under 400 KB compressed [workbench page-weight]', async ({
  page,
  desk,
}) => {
  const workbench = new WorkbenchPage(page);
  const loaded = collectLoaded(page, /\.(?:js|css)$/);
  await workbench.open((await desk.project()).url);
  await workbench.show('src/cart.py');
  await expect(workbench.text.locator('.cm-line span').first()).toBeVisible();
  const own = [...(await loaded())].filter(([path, body]) => path.endsWith('.css') || !body.includes(TERMINAL));
  const files = own.map(([path, body]) => ({ path, bytes: brotliCompressSync(body).length }));
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(files.length).toBeGreaterThan(3);
  expect(total, files.map(({ path, bytes }) => `${path} ${bytes}`).join('\n')).toBeLessThan(MOST_BYTES);
});
