import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { PracticeDaemon } from '../../../daemon.js';
import { CHROMIUM_LAUNCH } from '../../../machine/chromium.js';
import { freePort } from '../../../machine/loopback.js';
import { waitUntil } from '../../../machine/wait-until.js';
import { serveSite } from '../../../site.js';
import { newStudent } from '../../../student.js';
import { LESSON } from '../../labs/lessons.js';
import { quantile } from '../../measures/numbers.js';
import type { Resources } from '../../resources.js';
import type { Row } from '../../row.js';
import { type Arrival, NOTE_ARRIVALS } from './arrivals.js';

const EXERCISE = 'ch34-first-agent';
const PAGES = 20;
/** Each is opened before anything is measured, which takes a second or two. */
const PAGES_SHORT = 6;
/** Each is some eight events, so that the 99th percentile over all pages has thousands of samples. */
const CHECKS = 30;
const CHECKS_SHORT = 5;
/** What the pages make of one check is over by then, also where two processors have twenty pages. */
const BETWEEN_MS = 300;

/** From an event of the log until it is on the last of many pages: the events are those of Check My Work. */
export const arrive: Row = {
  budgets: ['events-arrive'],
  inShort: true,
  async measure({ short, resources }) {
    const { pages, check } = await open(resources, short ? PAGES_SHORT : PAGES);
    for (let count = 0; count < (short ? CHECKS_SHORT : CHECKS); count++) {
      await check();
      await pause(BETWEEN_MS);
    }
    const last = Math.max(...(await arrivalsOn(pages[0])).map(({ id }) => id));
    const all: number[] = [];
    for (const page of pages) {
      const arrivals = await waitUntil(
        async () => {
          const here = await arrivalsOn(page);
          return here.some(({ id }) => id === last) ? here : undefined;
        },
        () => `event ${last} never came to a page`,
      );
      all.push(...arrivals.map(({ ms }) => ms));
    }
    return [{ budget: 'events-arrive', value: quantile(all, 0.99), compared: { median: quantile(all, 0.5) } }];
  },
};

async function open(resources: Resources, count: number): Promise<{ pages: Page[]; check: () => Promise<void> }> {
  const student = resources.add(await newStudent({ agents: [] }));
  const port = await freePort();
  const site = resources.add(await serveSite({ serverUrl: `http://127.0.0.1:${port}` }));
  const flags = ['--agent', 'shell', '--log-level', 'warn'];
  const daemon = resources.add(await PracticeDaemon.start({ student, content: site.url, port, flags }));
  const post = async (path: string) => {
    const headers = { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ exerciseId: EXERCISE });
    const response = await fetch(daemon.url + path, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    await response.text();
  };
  await post('/exercises/start');
  const browser = await chromium.launch(CHROMIUM_LAUNCH);
  resources.add({ [Symbol.asyncDispose]: () => browser.close() });
  const context = await browser.newContext();
  await context.addInitScript(NOTE_ARRIVALS);
  const pages: Page[] = [];
  while (pages.length < count) pages.push(await openLesson(context, site.url + LESSON));
  return { pages, check: () => post('/exercises/verify') };
}

/** A page hears events once its button knows of the daemon. */
async function openLesson(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('.practice-button[data-state=resume]').waitFor();
  return page;
}

function arrivalsOn(page: Page | undefined): Promise<Arrival[]> {
  if (page === undefined) throw new Error('No page was opened');
  return page.evaluate('window.eventArrivals');
}
