/**
 * Takes pictures of every scene in several widths and colours, into the folder that is named, and tells what axe-core
 * has against them and what is wider than the page. Bundled as `preview-server.ts` is.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { argv, cwd, env } from 'node:process';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, chromium } from '@playwright/test';
import { servePage } from './support/page-server.js';
import { SCENES } from './support/scenes.js';
import { PROJECT } from './support/states.js';

const WIDTHS = [360, 768, 1280, 1920];
const COLOURS = ['light', 'dark'] as const;

async function look(browser: Browser, url: string, { width, colorScheme, path }: Look): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const { violations } = await new AxeBuilder({ page }).analyze();
  await page.screenshot({ path, fullPage: true });
  console.log(path, wider > 0 ? `${wider} px too wide` : 'fits', violations.map(({ id }) => id).join(' '));
  await context.close();
}

interface Look {
  readonly width: number;
  readonly colorScheme: (typeof COLOURS)[number];
  readonly path: string;
}

const [, , folder = 'build/pictures', ...wished] = argv;
await mkdir(folder, { recursive: true });
const executablePath = env.CHROMIUM;
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
for (const scene of wished.length > 0 ? wished : Object.keys(SCENES)) {
  await using daemon = await servePage(join(cwd(), 'build/page'), scene);
  const url = `${daemon.url}/dashboard/?project=${PROJECT.id}`;
  for (const width of WIDTHS)
    for (const colorScheme of COLOURS)
      await look(browser, url, { width, colorScheme, path: join(folder, `${scene}-${width}-${colorScheme}.png`) });
}
await browser.close();
