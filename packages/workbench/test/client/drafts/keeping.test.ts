import { MAX_CHANGES } from '@agent-factory/protocol/coach';
import { describe, expect, it, vi } from 'vitest';
import { applyChanges } from '../../../src/client/changes/changes.js';
import { DRAFT_LIFE_MS } from '../../../src/client/drafts/drafts.js';
import { Workbench } from '../../../src/client/workbench.js';
import { eventually } from '../support/eventually.js';
import { versionOf } from '../support/file-daemon.js';
import { TestBrowser } from '../support/open-workbench.js';
import { CODE, openPage, setUp, stored, tailsOf, untilStored } from '../support/reloaded-page.js';

describe('unsaved text', () => {
  it('is in the browser’s database a moment after it was typed, at most four times a second', async () => {
    const { browser, page } = await setUp();
    page.type('agent.py', 'a');
    page.clock.advance(0);
    await untilStored(browser, `${CODE}a`);
    page.type('agent.py', 'b');
    page.clock.advance(249);
    expect((await stored(browser))?.text).toBe(`${CODE}a`);
    page.clock.advance(1);
    await untilStored(browser, `${CODE}ab`);
    expect(await stored(browser)).toMatchObject({ version: versionOf(CODE) });
  });

  it('of a large file is written less often, as long as every key is kept anyway', async () => {
    const large = 'x'.repeat(300_000);
    const { browser, page } = await setUp({ 'agent.py': large });
    page.type('agent.py', 'a');
    page.clock.advance(0);
    await untilStored(browser, `${large}a`);
    page.type('agent.py', 'b');
    page.clock.advance(999);
    expect((await stored(browser))?.text).toBe(`${large}a`);
    page.clock.advance(1);
    await untilStored(browser, `${large}ab`);
    page.type('agent.py', 'c');
    page.type('agent.py', 'y'.repeat(5000)); // too much to be written at once
    page.clock.advance(250);
    await untilStored(browser, `${large}abc${'y'.repeat(5000)}`);
  });

  it('of a large file that was changed in too many places to be kept as changes is written as often as any other', async () => {
    const large = 'x'.repeat(300_000);
    const { browser, page } = await setUp({ 'agent.py': large });
    page.type('agent.py', 'a');
    page.clock.advance(0);
    await untilStored(browser, `${large}a`);
    const changes = Array.from({ length: MAX_CHANGES + 1 }, (_, at) => ({ from: 2 * at, to: 2 * at + 1, insert: 'y' }));
    const text = applyChanges(`${large}a`, changes);
    page.workbench.handleChange('agent.py', { changes, text: () => text, cursor: { line: 1, column: 1 } });
    page.clock.advance(250);
    await untilStored(browser, text);
  });

  it('is there again after the page was loaded again, with every key of the last moment', async () => {
    const { daemon, browser, page } = await setUp();
    page.type('agent.py', 'first');
    page.clock.advance(0);
    await untilStored(browser, `${CODE}first`);
    page.type('agent.py', ' and'); // no time for the database
    page.replace('agent.py', 0, 5, 'log');
    const again = openPage(daemon, browser);
    await again.ready('agent.py');
    expect(again.workbench.textOf('agent.py')).toBe('log("hello")\nfirst and');
    expect(again.document('agent.py')).toMatchObject({ dirty: true, conflict: null, deleted: false });
    const events = again.events.filter(({ type }) => type === 'document.opened');
    expect(events).toMatchObject([{ restored: true }]);
  });

  it('is there again even if the page ended before its database was written for the first time', async () => {
    const { daemon, browser, page } = await setUp();
    page.type('agent.py', 'only key');
    expect(await stored(browser)).toBeUndefined();
    const again = openPage(daemon, browser);
    await again.ready('agent.py');
    expect(again.workbench.textOf('agent.py')).toBe(`${CODE}only key`);
  });

  it('is kept when the page is left, however much was pasted in the last moment', async () => {
    const { daemon, browser, page } = await setUp();
    page.type('agent.py', 'a');
    page.clock.advance(0);
    await untilStored(browser, `${CODE}a`);
    const pasted = 'x'.repeat(100_000);
    page.type('agent.py', pasted);
    page.drafts.write = () => new Promise(() => {}); // a page that goes does not wait for its database
    page.page.left.emit();
    const again = openPage(daemon, browser);
    await again.ready('agent.py');
    expect(again.workbench.textOf('agent.py')).toBe(`${CODE}a${pasted}`);
  });

  it('is kept when the page is left while its database is being written', async () => {
    const { daemon, browser, page } = await setUp();
    page.type('agent.py', 'a');
    page.clock.advance(0);
    await untilStored(browser, `${CODE}a`);
    page.drafts.write = () => new Promise(() => {});
    const pasted = 'x'.repeat(100_000);
    page.type('agent.py', pasted);
    page.clock.advance(1000); // the write has begun, and nothing else is to come
    page.page.left.emit();
    const again = openPage(daemon, browser);
    await again.ready('agent.py');
    expect(again.workbench.textOf('agent.py')).toBe(`${CODE}a${pasted}`);
  });

  it('that the database has nothing of is kept when the page is left, whatever the disk has by the next one', async () => {
    const { daemon, browser, page } = await setUp();
    page.drafts.write = () => new Promise(() => {});
    page.type('agent.py', 'mine');
    page.page.left.emit();
    daemon.files.set('agent.py', 'theirs\n');
    const again = openPage(daemon, browser);
    await again.ready('agent.py');
    expect(again.workbench.textOf('agent.py')).toBe(`${CODE}mine`);
    expect(again.document('agent.py')?.conflict).toMatchObject({ disk: 'theirs\n' });
  });

  it('of a file too large to be kept whole in that moment is kept as what has changed', async () => {
    const large = 'x'.repeat(1_100_000);
    const { daemon, browser, page } = await setUp({ 'agent.py': large });
    page.drafts.write = () => new Promise(() => {});
    page.type('agent.py', 'y'.repeat(10_000)); // too much to be written at once
    page.page.left.emit();
    const again = openPage(daemon, browser);
    await again.ready('agent.py');
    expect(again.workbench.textOf('agent.py')).toBe(large + 'y'.repeat(10_000));
  });

  it('of a file that has changed meanwhile is a conflict, and nothing of both is lost', async () => {
    const { daemon, browser, page } = await setUp();
    page.type('agent.py', 'mine');
    page.clock.advance(0);
    await untilStored(browser, `${CODE}mine`);
    daemon.files.set('agent.py', 'theirs\n');
    const again = openPage(daemon, browser);
    await again.ready('agent.py');
    expect(again.workbench.textOf('agent.py')).toBe(`${CODE}mine`);
    expect(again.document('agent.py')?.conflict).toMatchObject({ disk: 'theirs\n', saving: false });
    again.workbench.resolve('agent.py', 'mine');
    again.workbench.save('agent.py');
    await eventually(() => expect(daemon.files.get('agent.py')).toBe(`${CODE}mine`));
  });

  it('of a file that has changed meanwhile is a conflict until that is decided: for the next page, too, and whatever is typed', async () => {
    const { daemon, browser, page } = await setUp();
    page.type('agent.py', 'mine');
    page.clock.advance(0);
    await untilStored(browser, `${CODE}mine`);
    daemon.files.set('agent.py', 'theirs\n');
    const before = (await stored(browser))?.stamp;
    const again = openPage(daemon, browser);
    await again.ready('agent.py');
    again.clock.advance(0);
    await eventually(async () => expect((await stored(browser))?.stamp).not.toBe(before));
    const third = openPage(daemon, browser);
    await third.ready('agent.py');
    expect(third.document('agent.py')?.conflict).toMatchObject({ disk: 'theirs\n' });
    third.replace('agent.py', 0, CODE.length + 'mine'.length, 'theirs\n');
    expect(third.document('agent.py')).toMatchObject({ dirty: true, conflict: { disk: 'theirs\n' } });
  });

  it('[coaching-backend EC-13] of a file that is gone meanwhile can be saved again', async () => {
    const { daemon, browser, page } = await setUp();
    page.type('agent.py', 'mine');
    page.clock.advance(0);
    await untilStored(browser, `${CODE}mine`);
    daemon.files.delete('agent.py');
    const again = openPage(daemon, browser);
    await again.ready('agent.py');
    expect(again.document('agent.py')).toMatchObject({ deleted: true, dirty: true });
    again.workbench.save('agent.py');
    await eventually(() => expect(daemon.files.get('agent.py')).toBe(`${CODE}mine`));
  });

  it('is gone from the browser once it is saved, undone or thrown away', async () => {
    const { browser, page } = await setUp();
    for (const end of ['save', 'undo', 'discard'] as const) {
      await page.opened('agent.py');
      const before = page.workbench.textOf('agent.py')?.length ?? 0;
      page.type('agent.py', 'x');
      page.clock.advance(0);
      await eventually(async () => expect(await stored(browser)).toBeDefined());
      if (end === 'save') page.workbench.save('agent.py');
      if (end === 'undo') page.replace('agent.py', before, before + 1, '');
      if (end === 'discard') page.workbench.discard('agent.py');
      await eventually(async () => expect(await stored(browser)).toBeUndefined());
      expect(browser.storage.length).toBe(1); // which tab was in front
    }
  });

  it('is given up after thirty days', async () => {
    const { browser, page } = await setUp();
    page.type('agent.py', 'old');
    page.clock.advance(0);
    await eventually(async () => expect(await stored(browser)).toBeDefined());
    browser.clock.advance(DRAFT_LIFE_MS - 1000);
    expect(await stored(browser)).toBeDefined();
    page.workbench.dispose();
    browser.clock.advance(2000);
    expect(await stored(browser)).toBeUndefined();
  });

  it('that the browser has no room for is told, and kept as soon as there is room', async () => {
    const { browser, page } = await setUp();
    const { write } = page.drafts;
    page.drafts.write = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'));
    page.type('agent.py', 'a');
    page.clock.advance(0);
    await eventually(() => expect(page.workbench.snapshot().problems).toMatchObject([{ code: 'drafts_full' }]));
    page.drafts.write = write;
    await page.until(() => page.clock.nextIn !== undefined);
    page.clock.advance(5000);
    await untilStored(browser, `${CODE}a`);
  });

  it('that the browser has no room for is not offered to it at every key, and kept as changes to one text', async () => {
    const { browser, page } = await setUp();
    let writes = 0;
    page.drafts.write = () => {
      writes += 1;
      return Promise.reject(new DOMException('no room', 'QuotaExceededError'));
    };
    page.type('agent.py', 'a');
    page.clock.advance(0);
    await eventually(() => expect(page.workbench.snapshot().problems).toMatchObject([{ code: 'drafts_full' }]));
    page.type('agent.py', 'b');
    page.clock.advance(4000);
    expect(writes).toBe(1);
    await page.until(() => writes === 2);
    await new Promise(setImmediate);
    page.type('agent.py', 'c');
    expect(JSON.parse(browser.storage.getItem(tailsOf(browser, 'agent.py')) ?? '[]')).toHaveLength(1);
  });

  it('where the browser has no database: the student is told, and files open all the same', async () => {
    const browser = new TestBrowser();
    globalThis.indexedDB = {
      open: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    } as unknown as IDBFactory;
    const { page } = await setUp({ 'agent.py': CODE }, browser);
    expect(page.workbench.snapshot().problems).toMatchObject([{ code: 'drafts_unavailable' }]);
  });

  it('is in a database that is closed with the Workbench', async () => {
    const { page } = await setUp();
    const { clock } = page;
    const workbench = new Workbench({
      url: 'ws://127.0.0.1:1',
      serverUrl: '',
      projectId: 'other',
      page: page.page,
      clock,
    });
    const open = vi.spyOn(indexedDB, 'open');
    workbench.open('a.py'); // looks for unsaved text
    await eventually(() => expect(open).toHaveBeenCalledOnce());
    const close = vi.spyOn(IDBDatabase.prototype, 'close');
    workbench.dispose();
    await eventually(() => expect(close).toHaveBeenCalledOnce());
    close.mockRestore();
  });

  it('in a form that nobody knows is left alone', async () => {
    const { daemon, browser, page } = await setUp({ 'agent.py': CODE, 'b.py': 'b\n' });
    browser.storage.setItem(tailsOf(browser, 'b.py'), '[{"stamp":"disk:v1","length":"many"}, 3]');
    await page.opened('b.py');
    expect(page.workbench.textOf('b.py')).toBe('b\n');
    expect(daemon.files.get('b.py')).toBe('b\n');
  });
});
