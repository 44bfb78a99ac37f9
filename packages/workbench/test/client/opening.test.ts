import { MAX_OPEN_FILES } from '@agent-factory/protocol/coach';
import { afterEach, describe, expect, it } from 'vitest';
import { FrontTab } from '../../src/client/documents/front-tab.js';
import { TestStorage } from './support/browser.js';
import { eventually } from './support/eventually.js';
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
  return { daemon, browser, open };
}

/** What a page that is there no more has left of a file, typed at its end. */
async function leave(open: () => OpenPage, path: string, text: string): Promise<void> {
  const page = open();
  await page.opened(path);
  page.type(path, text);
  await page[Symbol.asyncDispose]();
}

/** Files that the daemon has, and knows to be open. */
function openMany(daemon: FileDaemon, count: number): string[] {
  const paths = Array.from({ length: count }, (_, index) => `f${index}.py`);
  for (const path of paths) {
    daemon.files.set(path, 'f\n');
    daemon.openFiles.add(path);
  }
  return paths;
}

/** Holds what was found by the search for files with unsaved text, until the page is told to go on with that. */
function holdSearch({ drafts }: OpenPage): Promise<() => Promise<void>> {
  const { keys } = drafts;
  let calls = 0;
  return new Promise((hold) => {
    drafts.keys = async (project) => {
      calls += 1; // the first one is for the texts that other windows have left
      const found = await keys.call(drafts, project);
      if (calls > 1) await new Promise<void>((goOn) => hold(() => settled(goOn)));
      return found;
    };
  });
}

/** Resolves behind everything that waits for this. */
async function settled(goOn: () => void): Promise<void> {
  goOn();
  await new Promise(setImmediate);
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

describe('a place in a file that has no text yet', () => {
  it('is gone to as soon as it has', async () => {
    const { open } = await setUp();
    const page = open();
    await page.connected();
    page.workbench.open('a.py', { at: { line: 2 } });
    expect(page.events).toEqual([]);
    await page.ready('a.py');
    expect(page.events.map(({ type }) => type)).toEqual(['document.opened', 'reveal']);
    expect(page.workbench.snapshot().activePath).toBe('a.py');
  });

  it('is not shown to a student who has chosen another tab meanwhile', async () => {
    const { open } = await setUp();
    const page = open();
    await page.opened('b.py');
    page.workbench.open('a.py', { at: { line: 2 } });
    expect(page.workbench.snapshot().activePath).toBe('a.py');
    page.workbench.switchTo('b.py');
    await page.ready('a.py');
    expect(page.workbench.snapshot().activePath).toBe('b.py');
  });
});

describe('a page that begins again', () => {
  it('leaves in front what the student has chosen while it still looked for unsaved text', async () => {
    const { open } = await setUp();
    const earlier = open();
    await earlier.opened('a.py');
    await earlier.opened('b.py');
    await earlier[Symbol.asyncDispose]();
    const page = open();
    const finish = holdSearch(page);
    await page.ready('b.py');
    expect(page.workbench.snapshot().activePath).toBe('b.py');
    page.workbench.switchTo('a.py');
    await (await finish)();
    expect(page.workbench.snapshot().activePath).toBe('a.py');
  });

  it('keeps what is typed on in restored text, if it is left before that is stored again', async () => {
    const { browser, open } = await setUp();
    await leave(open, 'a.py', 'one');
    const page = open();
    await page.ready('a.py');
    expect(page.workbench.textOf('a.py')).toBe('a\none');
    page.type('a.py', 'two');
    expect(await browser.texts('a.py')).toEqual(['a\none']);
    page.page.left.emit();
    await eventually(async () => expect(await browser.texts('a.py')).toEqual(['a\nonetwo']));
    page.crash();
    const again = open();
    await again.ready('a.py');
    expect(again.workbench.textOf('a.py')).toBe('a\nonetwo');
  });

  it('keeps what is typed on in restored text, even if it ends before that is stored again', async () => {
    const { open } = await setUp();
    await leave(open, 'a.py', 'one');
    const page = open();
    await page.ready('a.py');
    page.type('a.py', 'two');
    page.crash();
    const again = open();
    await again.ready('a.py');
    expect(again.workbench.textOf('a.py')).toBe('a\nonetwo');
  });

  it('keeps it, too, in a text too long to be written at every key', async () => {
    const { open } = await setUp();
    const long = 'x'.repeat(10_000);
    await leave(open, 'a.py', long);
    const page = open();
    await page.ready('a.py');
    page.type('a.py', 'two');
    page.crash();
    const again = open();
    await again.ready('a.py');
    expect(again.workbench.textOf('a.py')).toBe(`a\n${long}two`);
  });

  it('keeps what is typed on in restored text, even if the browser has no room to store that again', async () => {
    const { open } = await setUp();
    await leave(open, 'a.py', 'one');
    const page = open();
    page.drafts.write = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'));
    await page.ready('a.py');
    page.clock.advance(0);
    await eventually(() => expect(page.workbench.snapshot().problems).toMatchObject([{ code: 'drafts_full' }]));
    page.type('a.py', 'two');
    page.page.left.emit();
    page.crash();
    const again = open();
    await again.ready('a.py');
    expect(again.workbench.textOf('a.py')).toBe('a\nonetwo');
  });

  it('keeps what is typed on in restored text, even if it ends while the database is being written', async () => {
    const { browser, open } = await setUp();
    await leave(open, 'a.py', 'one');
    const stamps = async () => (await browser.stored('a.py')).map(({ stamp }) => stamp);
    const before = await stamps();
    const page = open();
    await page.ready('a.py');
    page.clock.advance(0);
    await eventually(async () => expect(await stamps()).not.toEqual(before));
    page.drafts.write = () => new Promise(() => {});
    page.type('a.py', 'two');
    page.clock.advance(1000);
    page.type('a.py', 'three');
    page.crash();
    expect(await browser.texts('a.py')).toEqual(['a\none']);
    const again = open();
    await again.ready('a.py');
    expect(again.workbench.textOf('a.py')).toBe('a\nonetwothree');
  });

  it('has all tabs that there may be, without a word, where one of them has unsaved text', async () => {
    const { daemon, open } = await setUp();
    await leave(open, 'b.py', 'typed');
    daemon.openFiles.clear();
    const paths = ['b.py', ...openMany(daemon, MAX_OPEN_FILES - 1)];
    daemon.openFiles.add('b.py');
    const page = open();
    const finish = await holdSearch(page);
    for (const path of paths) await page.ready(path);
    await finish();
    expect(page.workbench.textOf('b.py')).toBe('b\ntyped');
    expect(page.workbench.snapshot().documents).toHaveLength(MAX_OPEN_FILES);
    expect(page.workbench.snapshot().problems).toEqual([]);
  });

  it('says nothing of a tab for which there is no room any more, and keeps its text', async () => {
    const { daemon, browser, open } = await setUp();
    await leave(open, 'b.py', 'typed');
    daemon.openFiles.clear();
    const paths = openMany(daemon, MAX_OPEN_FILES);
    const page = open();
    const finish = await holdSearch(page);
    for (const path of paths) await page.ready(path);
    await finish();
    expect(page.workbench.snapshot().documents.map(({ path }) => path)).toEqual(paths);
    expect(page.workbench.snapshot().problems).toEqual([]);
    expect(await browser.texts('b.py')).toEqual(['b\ntyped']);
    page.workbench.close('f0.py');
    await page.opened('b.py');
    expect(page.workbench.textOf('b.py')).toBe('b\ntyped');
  });

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
