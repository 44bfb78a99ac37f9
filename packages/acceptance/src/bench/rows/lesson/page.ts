import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import sirv from 'sirv';
import { CHROMIUM_LAUNCH } from '../../../machine/chromium.js';
import { listenOnLoopback } from '../../../machine/loopback.js';
import { serveSite } from '../../../site.js';
import { buildBareSite } from '../../labs/bare-site.js';
import { LESSON } from '../../labs/lessons.js';
import { scriptsOf } from '../../measures/page-scripts.js';
import type { Resources } from '../../resources.js';
import type { Row } from '../../row.js';

const BYTES_PER_KB = 1000;

/** The scripts of a lesson's page before anything on it is opened, compressed, beyond those of Docusaurus alone. */
export const lessonPage: Row = {
  budgets: ['lesson-page'],
  inShort: false,
  async measure({ resources }) {
    const browser = await chromium.launch(CHROMIUM_LAUNCH);
    resources.add({ [Symbol.asyncDispose]: () => browser.close() });
    const ours = resources.add(await serveSite());
    const bare = await serveBare(resources);
    const [whole, alone] = [await scriptBytes(browser, ours.url), await scriptBytes(browser, bare)];
    const note = `${(whole / BYTES_PER_KB).toFixed(1)} KB in all, Docusaurus alone ${(alone / BYTES_PER_KB).toFixed(1)} KB`;
    return [{ budget: 'lesson-page', value: (whole - alone) / BYTES_PER_KB, note }];
  },
};

async function serveBare(resources: Resources): Promise<string> {
  const files = sirv(await buildBareSite(resources), { dev: true });
  const server = createServer((request, response) => files(request, response));
  const url = await listenOnLoopback(server);
  resources.add({
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return url;
}

async function scriptBytes(browser: Browser, url: string): Promise<number> {
  const scripts = await scriptsOf(browser, url + LESSON);
  return [...scripts.values()].reduce((sum, body) => sum + gzipSync(body).length, 0);
}
