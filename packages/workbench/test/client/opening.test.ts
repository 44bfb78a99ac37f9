import { afterEach, describe, expect, it } from 'vitest';
import { FrontTab } from '../../src/client/documents/front-tab.js';
import { TestStorage } from './support/browser.js';
import { FileDaemon } from './support/file-daemon.js';
import { OpenPage, TestBrowser } from './support/open-workbench.js';

const FILES = { 'a.py': 'a\n', 'b.py': 'b\n' };
const opened: AsyncDisposable[] = [];

async function setUp() {
  const daemon = await FileDaemon.start(FILES);
  opened.push(daemon);
  const browser = new TestBrowser();
  const open = () => {
    const page = new OpenPage(daemon.url, browser);
    opened.unshift(page);
    return page;
  };
  return { daemon, open };
}

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

describe('a file that is opened once more before it has its text', () => {
  it('goes to the place that was asked for last', async () => {
    const { open } = await setUp();
    const page = open();
    await page.connected();
    page.workbench.open('a.py');
    page.workbench.open('a.py', { at: { line: 2 } });
    await page.ready('a.py');
    expect(page.events.filter(({ type }) => type === 'reveal')).toEqual([
      { type: 'reveal', path: 'a.py', at: { line: 2 } },
    ]);
  });
});

describe('a page that begins again', () => {
  it('has the front tab of its own project', () => {
    const storage = new TestStorage();
    new FrontTab(storage, 'shop').keep('cart.py');
    new FrontTab(storage, 'blog').keep('post.py');
    expect(new FrontTab(storage, 'shop').read()).toBe('cart.py');
  });
});

describe('a file that is closed', () => {
  it('is not told of any more: what was typed last does not open it for the agent again', async () => {
    const { daemon, open } = await setUp();
    const page = open();
    await page.opened('a.py');
    page.type('a.py', 'typed');
    page.workbench.discard('a.py');
    page.clock.advance(1000);
    await page.opened('b.py'); // behind all that was sent before
    expect(daemon.buffers.has('a.py')).toBe(false);
    expect([...daemon.openFiles]).toEqual(['b.py']);
  });
});
