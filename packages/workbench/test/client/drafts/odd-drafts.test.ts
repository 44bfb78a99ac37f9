import { describe, expect, it } from 'vitest';
import { draftIn, stampOfDisk, wholeTail } from '../../../src/client/drafts/stored-draft.js';
import { eventually } from '../support/eventually.js';
import { versionOf } from '../support/file-daemon.js';
import { CODE, openPage, setUp, stored, tailsOf, untilStored } from '../support/reloaded-page.js';

describe('unsaved text that is odd', () => {
  it('fits no version of the file any more: the student is told, and has what the disk has', async () => {
    const { daemon, browser, page } = await setUp({ 'agent.py': CODE, 'b.py': 'b\n' });
    const tail = [{ stamp: 'disk:long-gone', length: 2, changes: [{ from: 0, to: 1, insert: 'x' }] }];
    browser.storage.setItem(tailsOf(browser, 'b.py'), JSON.stringify(tail));
    await page.opened('b.py');
    expect(page.workbench.snapshot().problems).toMatchObject([{ code: 'draft_lost', path: 'b.py' }]);
    expect(page.workbench.textOf('b.py')).toBe(daemon.files.get('b.py'));
    expect(page.document('b.py')?.dirty).toBe(false);
  });

  it('is what the disk has by now: then nothing is unsaved', async () => {
    const { daemon, browser, page } = await setUp();
    page.type('agent.py', 'mine');
    page.clock.advance(0);
    await eventually(async () => expect(await stored(browser)).toBeDefined());
    daemon.files.set('agent.py', `${CODE}mine`);
    const again = openPage(daemon, browser);
    await again.ready('agent.py');
    expect(again.document('agent.py')).toMatchObject({ dirty: false, conflict: null });
    await eventually(async () => expect(await stored(browser)).toBeUndefined());
  });

  it('fits the file by its name only: it is lost, and not put where it does not belong', () => {
    const disk = { text: 'ab', version: 'v1-2' };
    const found = (length: number, to: number) =>
      draftIn(
        { draft: undefined, tails: [{ stamp: stampOfDisk('v1-2'), length, changes: [{ from: 0, to, insert: 'x' }] }] },
        disk,
      );
    expect(found(2, 2)).toMatchObject({ text: 'x' });
    expect([found(3, 2), found(2, 3)]).toEqual(['lost', 'lost']);
  });

  it.each([null, 'v1-2'])('kept as a whole still says what it was made of: %s', (version) => {
    const tails = [wholeTail({ text: 'mine', version })];
    expect(draftIn({ draft: undefined, tails }, { text: 'theirs', version: 'v9-9' })).toMatchObject({
      text: 'mine',
      version,
    });
  });

  it('comes from both sides of a write that was under way: either is right', async () => {
    const { daemon, browser, page } = await setUp();
    page.type('agent.py', '1');
    page.clock.advance(0); // the write has begun
    page.type('agent.py', '2');
    const early = JSON.parse(browser.storage.getItem(tailsOf(browser, 'agent.py')) ?? '[]');
    expect(early).toHaveLength(2);
    await untilStored(browser, `${CODE}1`);
    const again = openPage(daemon, browser);
    await again.ready('agent.py');
    expect(again.workbench.textOf('agent.py')).toBe(`${CODE}12`);
  });

  it('that was typed during a slow write is kept as soon as that is done, whatever was pasted before it', async () => {
    const { daemon, browser, page } = await setUp();
    const { write } = page.drafts;
    let release = () => {};
    page.drafts.write = async (draft) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await write.call(page.drafts, draft);
    };
    const pasted = 'x'.repeat(5000); // too much to be written at once
    page.type('agent.py', pasted);
    page.clock.advance(0);
    page.type('agent.py', 'y');
    release();
    const kept = () => JSON.parse(browser.storage.getItem(tailsOf(browser, 'agent.py')) ?? '[]');
    await eventually(() => expect(kept()).toHaveLength(1));
    const again = openPage(daemon, browser);
    await again.ready('agent.py');
    expect(again.workbench.textOf('agent.py')).toBe(`${CODE}${pasted}y`);
  });

  it('that was written twice at once, because the page was hidden meanwhile, is kept with what is typed on', async () => {
    const { daemon, browser, page } = await setUp();
    page.type('agent.py', '1');
    page.clock.advance(0); // the write has begun
    page.type('agent.py', '2');
    page.page.left.emit();
    await untilStored(browser, `${CODE}12`);
    await eventually(() => expect(browser.storage.getItem(tailsOf(browser, 'agent.py'))).toBeNull());
    page.type('agent.py', '3');
    const again = openPage(daemon, browser);
    await again.ready('agent.py');
    expect(again.workbench.textOf('agent.py')).toBe(`${CODE}123`);
  });

  it('that was undone during a slow write does not follow it', async () => {
    const { browser, page } = await setUp();
    const { write } = page.drafts;
    let writes = 0;
    let release = () => {};
    page.drafts.write = async (draft) => {
      writes += 1;
      await write.call(page.drafts, draft);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    };
    page.type('agent.py', '1');
    page.clock.advance(0);
    page.type('agent.py', '2');
    page.clock.advance(250); // one more write is wanted
    await untilStored(browser, `${CODE}1`);
    page.replace('agent.py', CODE.length, CODE.length + 2, '');
    expect(page.document('agent.py')?.dirty).toBe(false);
    await eventually(async () => expect(await stored(browser)).toBeUndefined());
    release();
    await new Promise(setImmediate);
    expect(writes).toBe(1);
  });

  it('that was typed during a slow write follows it at once', async () => {
    const { browser, page } = await setUp();
    let release = () => {};
    const { write } = page.drafts;
    page.drafts.write = async (draft) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await write.call(page.drafts, draft);
    };
    page.type('agent.py', '1');
    page.clock.advance(0);
    page.type('agent.py', '2');
    page.clock.advance(250);
    page.drafts.write = write;
    release();
    await untilStored(browser, `${CODE}12`);
  });

  it('is never a mixture of a text and of changes to another one', async () => {
    const { daemon, browser, page } = await setUp();
    page.type('agent.py', 'mine');
    page.clock.advance(0);
    await eventually(async () => expect(await stored(browser)).toBeDefined());
    page.type('agent.py', '2');
    daemon.write('agent.py', 'theirs\n');
    await eventually(() => expect(page.document('agent.py')?.conflict?.disk).toBe('theirs\n'));
    page.workbench.resolve('agent.py', { text: 'both\n' });
    page.type('agent.py', '!'); // before the database has been written
    const again = openPage(daemon, browser);
    await again.ready('agent.py');
    expect([`${CODE}mine2`, 'both\n!']).toContain(again.workbench.textOf('agent.py'));
  });

  it('is written on, and again, when the page is closed', async () => {
    const { browser, page } = await setUp();
    page.type('agent.py', 'last words');
    await page[Symbol.asyncDispose]();
    expect((await stored(browser))?.text).toBe(`${CODE}last words`);
  });

  it('belongs to the saved version after a save that did not have all of it', async () => {
    const { daemon, browser, page } = await setUp();
    page.type('agent.py', 'a');
    daemon.holdsSaves = true;
    page.workbench.save('agent.py');
    const [peer] = daemon.pages;
    const save = await peer?.message('file:save');
    page.type('agent.py', 'b');
    if (save !== undefined) daemon.save(save.payload, save.id);
    await eventually(() => expect(page.document('agent.py')?.saving).toBe(false));
    page.clock.advance(0);
    const version = versionOf(`${CODE}a`);
    await eventually(async () => expect(await stored(browser)).toMatchObject({ text: `${CODE}ab`, version }));
  });
});
