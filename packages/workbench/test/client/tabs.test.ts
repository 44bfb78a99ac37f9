import { MAX_OPEN_FILES } from '@agent-factory/protocol/coach';
import { afterEach, describe, expect, it } from 'vitest';
import type { Remains } from '../../src/client/drafts/stored-draft.js';
import { eventually } from './support/eventually.js';
import { FileDaemon } from './support/file-daemon.js';
import { OpenPage, TestBrowser } from './support/open-workbench.js';

const FILES = { 'a.py': 'a\n', 'b.py': 'b\n', 'src/c.py': 'c\n' };
const opened: AsyncDisposable[] = [];

async function setUp(files: Readonly<Record<string, string>> = FILES) {
  const daemon = await FileDaemon.start(files);
  opened.push(daemon);
  const browser = new TestBrowser();
  return { daemon, browser, open: () => openPage(daemon, browser) };
}

async function openPage(daemon: FileDaemon, browser: TestBrowser): Promise<OpenPage> {
  const page = new OpenPage(daemon.url, browser);
  opened.unshift(page);
  await page.connected();
  return page;
}

const pathsOf = ({ workbench }: OpenPage) => workbench.snapshot().documents.map(({ path }) => path);

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

describe('the tabs', () => {
  it('are there again after the page was loaded again, with the same one in front', async () => {
    const { open } = await setUp();
    const page = await open();
    for (const path of Object.keys(FILES)) await page.opened(path);
    page.workbench.switchTo('b.py');
    await page[Symbol.asyncDispose]();
    const again = await open();
    await again.ready('src/c.py');
    expect(pathsOf(again)).toEqual(['a.py', 'b.py', 'src/c.py']);
    expect(again.workbench.snapshot().activePath).toBe('b.py');
    const events = again.events.filter(({ type }) => type === 'document.opened');
    expect(events).toHaveLength(3);
  });

  it('have every file with unsaved text, also of a daemon that has forgotten them', async () => {
    const { daemon, open } = await setUp();
    const page = await open();
    await page.opened('a.py');
    await page.opened('b.py');
    page.type('b.py', 'typed');
    await page[Symbol.asyncDispose]();
    daemon.openFiles.clear();
    const again = await open();
    await again.ready('b.py');
    expect(pathsOf(again)).toEqual(['b.py']);
    expect(again.workbench.textOf('b.py')).toBe('b\ntyped');
  });

  it('are at most as many as the protocol allows', async () => {
    const { open } = await setUp();
    const page = await open();
    for (let at = 0; at <= MAX_OPEN_FILES; at += 1) page.workbench.open(`f${at}.py`);
    expect(pathsOf(page)).toHaveLength(MAX_OPEN_FILES);
    expect(page.workbench.snapshot().problems).toMatchObject([{ code: 'too_many_files' }]);
  });

  it('stay the same objects as long as nothing in them changes', async () => {
    const { open } = await setUp();
    const page = await open();
    await page.opened('a.py');
    await page.opened('b.py');
    const [first] = page.workbench.snapshot().documents;
    const before = page.workbench.snapshot().documents;
    page.workbench.switchTo('a.py');
    expect(page.workbench.snapshot().documents).toBe(before);
    page.type('b.py', 'x');
    expect(page.workbench.snapshot().documents).not.toBe(before);
    expect(page.workbench.snapshot().documents[0]).toBe(first);
    const typed = page.workbench.snapshot();
    page.type('b.py', 'y');
    expect(page.workbench.snapshot()).toBe(typed);
  });

  it('have no text before it has come, and none of a file that was closed meanwhile', async () => {
    const { open } = await setUp();
    const page = await open();
    page.workbench.open('a.py');
    expect(page.workbench.textOf('a.py')).toBeUndefined();
    page.workbench.close('a.py');
    await page.opened('b.py');
    expect(pathsOf(page)).toEqual(['b.py']);
    expect(page.events.some((event) => event.type === 'document.opened' && event.path === 'a.py')).toBe(false);
  });

  it('that are closed while the browser looks for unsaved text stay closed', async () => {
    const { open } = await setUp();
    const page = await open();
    const { read } = page.drafts;
    let resolve = (_: Remains): void => {};
    page.drafts.read = (key) => {
      if (key.path !== 'a.py') return read.call(page.drafts, key);
      return new Promise((done) => {
        resolve = done;
      });
    };
    page.workbench.open('a.py');
    await page.opened('b.py'); // behind the answer for the other
    page.workbench.close('a.py');
    resolve({ draft: undefined, tails: [] });
    await page.opened('src/c.py');
    expect(page.events.some((event) => event.type === 'document.opened' && event.path === 'a.py')).toBe(false);
    expect(pathsOf(page)).toEqual(['b.py', 'src/c.py']);
  });

  it('say which folder was deleted with all that is open in it', async () => {
    const { daemon, open } = await setUp({ ...FILES, 'srcs.py': 's\n' });
    const page = await open();
    await page.opened('src/c.py');
    await page.opened('srcs.py');
    for (const peer of daemon.pages) peer.send('fs:tree_update', { action: 'unlinkDir', path: 'src' });
    await eventually(() => expect(page.document('src/c.py')?.deleted).toBe(true));
    expect(page.document('srcs.py')?.deleted).toBe(false);
  });

  it('are all looked at again when more has happened than could be told', async () => {
    const { daemon, open } = await setUp();
    const page = await open();
    await page.opened('a.py');
    await page.opened('b.py');
    daemon.files.set('a.py', 'other\n');
    daemon.files.delete('b.py');
    for (const peer of daemon.pages) peer.send('fs:tree_update', { action: 'rescan', path: '' });
    await eventually(() => expect(page.workbench.textOf('a.py')).toBe('other\n'));
    await eventually(() => expect(page.document('b.py')?.deleted).toBe(true));
  });

  it('of one page do not mind what another page opens, and follow what it saves', async () => {
    const { daemon, open } = await setUp();
    const page = await open();
    const other = await open();
    await page.opened('a.py');
    await other.opened('a.py');
    await other.opened('b.py');
    other.type('a.py', 'theirs');
    other.workbench.save('a.py');
    await eventually(() => expect(daemon.files.get('a.py')).toBe('a\ntheirs'));
    const [, second] = daemon.pages;
    expect(second).toBeDefined();
    await eventually(() => expect(page.workbench.textOf('a.py')).toBe('a\ntheirs'));
    expect(page.document('a.py')).toMatchObject({ dirty: false, conflict: null });
    expect(pathsOf(page)).toEqual(['a.py']);
  });

  it('without a connection: a new file is not promised, an open one comes with the connection', async () => {
    const { daemon, open } = await setUp();
    const page = await open();
    await daemon.crash();
    await page.until(() => page.workbench.snapshot().connection.status === 'waiting');
    page.workbench.newFile('new.py');
    expect(page.workbench.snapshot().problems).toMatchObject([{ code: 'not_connected', path: 'new.py' }]);
    page.workbench.open('a.py');
    expect(pathsOf(page)).toEqual(['a.py']);
    await daemon.restart();
    await page.until(() => page.document('a.py')?.status === 'ready');
    const [peer] = daemon.pages;
    expect(peer?.ofType('file:open').map(({ payload }) => payload)).toEqual([{ path: 'a.py' }]);
  });

  it('tell a restarted daemon which files are open', async () => {
    const { daemon, open } = await setUp();
    const page = await open();
    await page.opened('a.py');
    await daemon.crash();
    await daemon.restart();
    await page.until(() => daemon.openFiles.has('a.py'));
    const [peer] = daemon.pages;
    expect(peer?.ofType('file:open').map(({ payload }) => payload)).toEqual([{ path: 'a.py' }]);
  });
});
