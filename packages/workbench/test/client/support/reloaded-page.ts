import { afterEach, expect } from 'vitest';
import type { StoredDraft } from '../../../src/client/drafts/stored-draft.js';
import { eventually } from './eventually.js';
import { FileDaemon } from './file-daemon.js';
import { OpenPage, PROJECT_ID, TestBrowser } from './open-workbench.js';

export const CODE = 'print("hello")\n';
const opened: AsyncDisposable[] = [];

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

/** The next page of a browser. The one before is gone. */
export function openPage(daemon: FileDaemon, browser: TestBrowser): OpenPage {
  for (const before of opened) if (before instanceof OpenPage) before.crash();
  const page = new OpenPage(daemon.url, browser);
  opened.unshift(page);
  return page;
}

/** A page with `agent.py` open in it. */
export async function setUp(
  files: Readonly<Record<string, string>> = { 'agent.py': CODE },
  browser = new TestBrowser(),
) {
  const daemon = await FileDaemon.start(files);
  opened.push(daemon);
  const page = openPage(daemon, browser);
  await page.opened('agent.py');
  return { daemon, browser, page };
}

export async function stored(browser: TestBrowser, path = 'agent.py'): Promise<StoredDraft | undefined> {
  const [draft] = await browser.stored(path);
  return draft;
}

/** Resolves once this is the unsaved text that the browser has. */
export function untilStored(browser: TestBrowser, text: string): Promise<void> {
  return eventually(async () => expect((await stored(browser))?.text).toBe(text));
}

/** Where this browser's window keeps the latest changes of a file. */
export function tailsOf({ session }: TestBrowser, path: string): string {
  return `practice:draft:${PROJECT_ID}:${path}:${session.getItem('practice:window')}`;
}
