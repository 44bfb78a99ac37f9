import { openDB } from 'idb';
import { afterEach, describe, expect, it } from 'vitest';
import { sortTexts } from '../../../src/client/drafts/left-texts.js';
import { GONE_AFTER_MS } from '../../../src/client/drafts/window-drafts.js';
import { TestStorage } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { FileDaemon } from '../support/file-daemon.js';
import { OpenPage, PROJECT_ID, TestBrowser } from '../support/open-workbench.js';

const CODE = 'print("hello")\n';
const opened: AsyncDisposable[] = [];

/** A window of the browser, and the pages that are loaded into it one after the other. */
class TestWindow {
  readonly #daemon: FileDaemon;
  readonly #browser: TestBrowser;
  readonly #session: TestStorage;
  page: OpenPage;

  constructor(daemon: FileDaemon, browser: TestBrowser, session = new TestStorage()) {
    this.#daemon = daemon;
    this.#browser = browser;
    this.#session = session;
    this.page = this.#load();
  }

  async load(): Promise<OpenPage> {
    this.page.crash();
    this.page = this.#load();
    await this.page.ready('agent.py');
    return this.page;
  }

  /** It is closed, and its text is in the browser. */
  close(): Promise<void> {
    return this.page[Symbol.asyncDispose]();
  }

  /** Types at the end, and waits until it is in the database. */
  async type(text: string): Promise<void> {
    const { page } = this;
    page.type('agent.py', text);
    page.clock.advance(250);
    await eventually(async () => expect(await this.#browser.texts('agent.py')).toContain(this.text));
  }

  get text(): string | undefined {
    return this.page.workbench.textOf('agent.py');
  }

  get document() {
    return this.page.document('agent.py');
  }

  get others(): string[] | undefined {
    return this.document?.others.map(({ text }) => text);
  }

  /** As by a page that is loaded into a copy of this window. */
  copy(): TestWindow {
    const session = new TestStorage();
    session.setItem('practice:window', this.#session.getItem('practice:window') ?? '');
    return new TestWindow(this.#daemon, this.#browser, session);
  }

  #load(): OpenPage {
    const page = new OpenPage(this.#daemon.url, this.#browser, { session: this.#session });
    opened.unshift(page);
    return page;
  }
}

async function setUp(prepare: (browser: TestBrowser) => void | Promise<void> = () => {}) {
  const daemon = await FileDaemon.start({ 'agent.py': CODE });
  opened.push(daemon);
  const browser = new TestBrowser();
  await prepare(browser);
  const open = async (laterByMs = 0) => {
    const window = new TestWindow(daemon, browser);
    window.page.clock.advance(laterByMs);
    await window.page.opened('agent.py');
    return window;
  };
  return { daemon, browser, open };
}

/** The next window of a browser in which two have left a text each, `BBBB` a second after `AAAA`. */
async function afterTwo() {
  const place = await setUp();
  const [first, second] = [await place.open(), await place.open()];
  await first.type('AAAA');
  second.page.clock.advance(1000);
  await second.type('BBBB');
  await first.close();
  await second.close();
  return { ...place, next: await place.open() };
}

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

describe('two windows of one project', () => {
  it('keep a text each, whatever the other one saves', async () => {
    const { daemon, open } = await setUp();
    const [first, second] = [await open(), await open()];
    await first.type('AAAA');
    await second.type('BBBB');
    second.page.workbench.save('agent.py');
    await eventually(() => expect(second.document?.dirty).toBe(false));
    await first.load();
    expect(first.text).toBe(`${CODE}AAAA`);
    expect(first.document).toMatchObject({ dirty: true, conflict: { disk: `${CODE}BBBB` }, others: [] });
    expect(daemon.files.get('agent.py')).toBe(`${CODE}BBBB`);
  });

  it('keep a text each, whatever the other one throws away or undoes', async () => {
    const { browser, open } = await setUp();
    const [first, second] = [await open(), await open()];
    await first.type('AAAA');
    await second.type('BBBB');
    second.page.workbench.discard('agent.py');
    await eventually(async () => expect(await browser.texts('agent.py')).toEqual([`${CODE}AAAA`]));
    await first.load();
    expect(first.text).toBe(`${CODE}AAAA`);
  });

  it('are loaded again with their own text each, and not with that of the other', async () => {
    const { open } = await setUp();
    const [first, second] = [await open(), await open()];
    await first.type('AAAA');
    await second.type('BBBB');
    await first.load();
    await second.load();
    expect([first.text, second.text]).toEqual([`${CODE}AAAA`, `${CODE}BBBB`]);
    expect([first.others, second.others]).toEqual([[], []]);
  });

  it('leave both texts to the next one: the latest is that of the one that was killed while it typed', async () => {
    const { open } = await setUp();
    const [first, second] = [await open(), await open()];
    await first.type('AAAA');
    second.page.clock.advance(1000);
    second.page.type('agent.py', 'BBBB'); // and not in the database
    await first.close();
    second.page.crash();
    const next = await open();
    expect(next.text).toBe(`${CODE}BBBB`);
    expect(next.others).toEqual([`${CODE}AAAA`]);
  });

  it('leave both texts to the next one: it goes on with the latest, and offers the other', async () => {
    const { browser, next } = await afterTwo();
    expect(next.text).toBe(`${CODE}BBBB`);
    expect(next.others).toEqual([`${CODE}AAAA`]);
    expect(next.document).toMatchObject({ dirty: true, conflict: null });
    next.page.clock.advance(0);
    // What it goes on with is its own now: there is one of each.
    await eventually(async () => {
      const texts = await browser.texts('agent.py');
      expect(texts.sort()).toEqual([`${CODE}AAAA`, `${CODE}BBBB`]);
    });
  });

  it('leave their texts to one of two windows that come at once, and not to both', async () => {
    const { open } = await setUp();
    const before = await open();
    await before.type('AAAA');
    await before.close();
    const [one, other] = await Promise.all([open(), open()]);
    expect([one.text, other.text].sort()).toEqual([CODE, `${CODE}AAAA`]);
    expect([one.others, other.others]).toEqual([[], []]);
  });

  it('are two also if one was made as a copy of the other', async () => {
    const { open } = await setUp();
    const first = await open();
    await first.type('AAAA');
    const copy = first.copy();
    await copy.page.opened('agent.py');
    expect(copy.text).toBe(CODE);
    await copy.type('BBBB');
    await first.load();
    await copy.load();
    expect([first.text, copy.text]).toEqual([`${CODE}AAAA`, `${CODE}BBBB`]);
  });
});

describe('the text that a window has left beside that of this one', () => {
  async function withOther() {
    const place = await setUp();
    const [first, second] = [await place.open(), await place.open()];
    await first.type('AAAA');
    await second.type('BBBB');
    await first.close();
    await second.load();
    expect(second.text).toBe(`${CODE}BBBB`);
    expect(second.others).toEqual([`${CODE}AAAA`]);
    const [other] = second.document?.others ?? [];
    return { ...place, window: second, left: other?.window ?? '' };
  }

  it('stays until it is dealt with: through a save, and when the file is closed and opened', async () => {
    const { daemon, browser, window } = await withOther();
    window.page.workbench.save('agent.py');
    await eventually(() => expect(window.document?.dirty).toBe(false));
    expect(daemon.files.get('agent.py')).toBe(`${CODE}BBBB`);
    expect(window.others).toEqual([`${CODE}AAAA`]);
    await eventually(async () => expect(await browser.texts('agent.py')).toEqual([`${CODE}AAAA`]));
    window.page.workbench.close('agent.py');
    await window.page.opened('agent.py');
    expect(window.text).toBe(`${CODE}AAAA`);
    expect(window.document?.conflict).toMatchObject({ disk: `${CODE}BBBB` });
  });

  it('can be taken: it is the unsaved text of this one then', async () => {
    const { daemon, browser, window, left } = await withOther();
    window.page.workbench.takeOther('agent.py', left);
    expect(window.text).toBe(`${CODE}AAAA`);
    expect(window.others).toEqual([]);
    expect(window.page.events.at(-1)).toMatchObject({ type: 'document.replaced', text: `${CODE}AAAA` });
    window.page.clock.advance(0);
    await eventually(async () => expect(await browser.texts('agent.py')).toEqual([`${CODE}AAAA`]));
    window.page.workbench.save('agent.py');
    await eventually(() => expect(daemon.files.get('agent.py')).toBe(`${CODE}AAAA`));
    await eventually(async () => expect(await browser.texts('agent.py')).toEqual([]));
  });

  it('is what the coach sees once it was taken', async () => {
    const { daemon, window, left } = await withOther();
    await window.page.until(() => daemon.buffers.get('agent.py') === `${CODE}BBBB`);
    window.page.workbench.takeOther('agent.py', left);
    await window.page.until(() => daemon.buffers.get('agent.py') === `${CODE}AAAA`);
    window.page.type('agent.py', '!');
    await window.page.until(() => daemon.buffers.get('agent.py') === `${CODE}AAAA!`);
  });

  it('is there until the one that was taken is stored', async () => {
    const { browser, window, left } = await withOther();
    window.page.workbench.takeOther('agent.py', left);
    expect((await browser.texts('agent.py')).sort()).toEqual([`${CODE}AAAA`, `${CODE}BBBB`]);
    await window.load();
    expect([window.text, ...(window.others ?? [])].sort()).toEqual([`${CODE}AAAA`, `${CODE}BBBB`]);
  });

  it('is kept with what is typed on in it as soon as it was taken, even if the page ends before that is stored', async () => {
    const { window, left } = await withOther();
    window.page.workbench.takeOther('agent.py', left);
    window.page.type('agent.py', '!');
    await window.load();
    expect([window.text, window.others]).toEqual([`${CODE}AAAA!`, [`${CODE}AAAA`]]);
  });

  it('that was taken replaces nothing that came to the disk after it was made', async () => {
    const { daemon, window, left } = await withOther();
    window.page.workbench.save('agent.py');
    await eventually(() => expect(window.document?.dirty).toBe(false));
    window.page.workbench.takeOther('agent.py', left);
    expect(window.document?.conflict).toMatchObject({ disk: `${CODE}BBBB`, saving: false });
    window.page.workbench.save('agent.py');
    expect(daemon.files.get('agent.py')).toBe(`${CODE}BBBB`);
    window.page.workbench.resolve('agent.py', 'mine');
    await eventually(() => expect(daemon.files.get('agent.py')).toBe(`${CODE}AAAA`));
  });

  it('can be what the disk has by the time it is taken: then nothing is unsaved', async () => {
    const { daemon, browser, window, left } = await withOther();
    daemon.write('agent.py', `${CODE}AAAA`);
    await eventually(() => expect(window.document?.conflict?.disk).toBe(`${CODE}AAAA`));
    window.page.workbench.takeOther('agent.py', left); // first the disk, then the other one
    expect(window.text).toBe(`${CODE}BBBB`);
    window.page.workbench.resolve('agent.py', 'mine');
    window.page.workbench.takeOther('agent.py', left);
    expect(window.text).toBe(`${CODE}AAAA`);
    expect(window.document).toMatchObject({ dirty: false, conflict: null });
    await eventually(async () => expect(await browser.texts('agent.py')).toEqual([]));
  });

  it('is stored as the own one if the page goes as soon as it was taken', async () => {
    const { browser, window, left } = await withOther();
    window.page.workbench.takeOther('agent.py', left);
    window.page.page.left.emit();
    await eventually(async () => expect(await browser.texts('agent.py')).toEqual([`${CODE}AAAA`]));
  });

  it('is not saved by a save that was wanted before it was taken', async () => {
    const { daemon, window, left } = await withOther();
    await daemon.crash();
    await window.page.until(() => window.page.workbench.snapshot().connection.status !== 'open');
    window.page.workbench.save('agent.py');
    window.page.workbench.takeOther('agent.py', left);
    await daemon.restart();
    await window.page.until(() => daemon.buffers.get('agent.py') === `${CODE}AAAA`);
    expect(window.document).toMatchObject({ saving: false, dirty: true });
    expect(daemon.files.get('agent.py')).toBe(CODE);
  });

  it('is there until the one that was taken is stored, also where a write of the text before is done first', async () => {
    const { browser, window, left } = await withOther();
    const { drafts, workbench, clock } = window.page;
    const { write } = drafts;
    let release = () => {};
    drafts.write = async (draft) => {
      drafts.write = () => new Promise(() => {});
      await write.call(drafts, draft);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    };
    window.page.type('agent.py', '!');
    clock.advance(1000);
    await eventually(async () => expect(await browser.texts('agent.py')).toContain(`${CODE}BBBB!`));
    workbench.takeOther('agent.py', left);
    release();
    clock.advance(0);
    await new Promise(setImmediate);
    await window.load();
    expect([window.text, window.others]).toEqual([`${CODE}BBBB!`, [`${CODE}AAAA`]]);
  });

  it('that was taken is the only one in the end, also where one that was gone on with before is not stored yet', async () => {
    const { browser, next } = await afterTwo();
    expect(next.text).toBe(`${CODE}BBBB`);
    next.page.workbench.takeOther('agent.py', next.document?.others[0]?.window ?? '');
    next.page.clock.advance(0);
    await eventually(async () => expect(await browser.texts('agent.py')).toEqual([`${CODE}AAAA`]));
  });

  it('is not taken while the own one is being saved', async () => {
    const { daemon, window, left } = await withOther();
    daemon.holdsSaves = true;
    window.page.workbench.save('agent.py');
    const [peer] = [...daemon.pages].slice(-1);
    const save = await peer?.message('file:save');
    window.page.workbench.takeOther('agent.py', left);
    expect([window.text, window.others]).toEqual([`${CODE}BBBB`, [`${CODE}AAAA`]]);
    if (save !== undefined) daemon.save(save.payload, save.id);
    await eventually(() => expect(window.document).toMatchObject({ saving: false, dirty: false }));
  });

  it('can be discarded: the own one stays', async () => {
    const { browser, window, left } = await withOther();
    window.page.workbench.discardOther('agent.py', left);
    expect(window.others).toEqual([]);
    await eventually(async () => expect(await browser.texts('agent.py')).toEqual([`${CODE}BBBB`]));
    await window.load();
    expect([window.text, window.others]).toEqual([`${CODE}BBBB`, []]);
  });

  it('is discarded by its own name only: the one in the editor stays', async () => {
    const { browser, window } = await withOther();
    const own = (await browser.stored('agent.py')).find(({ text }) => text === window.text)?.window ?? '';
    window.page.workbench.discardOther('agent.py', own);
    await window.load();
    expect([window.text, window.others]).toEqual([`${CODE}BBBB`, [`${CODE}AAAA`]]);
  });

  it('is not offered if it is the same as the own one', async () => {
    const { browser, open } = await setUp();
    const [first, second] = [await open(), await open()];
    await first.type('same');
    await second.type('same');
    await first.close();
    await second.load();
    expect([second.text, second.others]).toEqual([`${CODE}same`, []]);
    await eventually(async () => expect(await browser.texts('agent.py')).toEqual([`${CODE}same`]));
  });
});

describe('a browser', () => {
  it('without locks leaves a text to others once its window has written nothing for a while', async () => {
    const { open } = await setUp((made) => {
      made.claims = undefined;
    });
    const first = await open();
    await first.type('AAAA');
    expect((await open()).text).toBe(CODE);
    expect((await open(GONE_AFTER_MS / 2)).text).toBe(CODE);
    expect((await open(GONE_AFTER_MS * 2)).text).toBe(`${CODE}AAAA`);
  });

  it('that has unsaved text of a time when all windows shared it has it still', async () => {
    const { open } = await setUp(async () => {
      const before = await openDB('practice-workbench', 1, {
        upgrade: (made) => {
          made.createObjectStore('drafts', { keyPath: ['project', 'path'] }).createIndex('updatedAt', 'updatedAt');
        },
      });
      const updatedAt = Date.UTC(2026, 0, 1);
      const draft = { project: PROJECT_ID, path: 'agent.py', text: 'old', version: null, updatedAt, stamp: 's' };
      await before.put('drafts', draft);
      before.close();
    });
    expect((await open()).text).toBe('old');
  });

  it('that lets a window remember nothing has its text all the same', async () => {
    const { daemon, browser } = await setUp();
    const blocked = new TestStorage();
    blocked.getItem = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    blocked.room = 0;
    const window = new TestWindow(daemon, browser, blocked);
    await window.page.opened('agent.py');
    await window.type('AAAA');
    await window.load();
    expect(window.text).toBe(`${CODE}AAAA`);
  });
});

it('of several texts the latest is gone on with, and the others are offered from late to early', () => {
  const remains = [1, 3, 0, 2].map((updatedAt) => {
    const window = `w${updatedAt}`;
    const draft = { project: PROJECT_ID, path: 'a.py', window, text: window, version: null, updatedAt, stamp: 's' };
    return { window, draft, tails: [] };
  });
  const { first, others } = sortTexts(remains, null, 'own');
  expect([first, ...others].map((each) => each?.text)).toEqual(['w3', 'w2', 'w1', 'w0']);
});
