import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from './support/eventually.js';
import { FileDaemon, versionOf } from './support/file-daemon.js';
import { OpenPage } from './support/open-workbench.js';

const CODE = 'print("hello")\n';
const opened: AsyncDisposable[] = [];

async function setUp(files: Readonly<Record<string, string>> = { 'agent.py': CODE, 'b.py': 'b\n' }) {
  const daemon = await FileDaemon.start(files);
  const page = new OpenPage(daemon.url);
  opened.push(page, daemon);
  await page.connected();
  return { daemon, page, workbench: page.workbench };
}

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

describe('an open file', () => {
  it('[coaching-backend 5.2] is asked for, and then has its text, its language and its tab', async () => {
    const { page, workbench } = await setUp();
    workbench.open('agent.py');
    expect(page.document('agent.py')).toMatchObject({ status: 'loading', name: 'agent.py' });
    expect(await page.ready('agent.py')).toMatchObject({ language: 'python', dirty: false, problem: null });
    expect(workbench.textOf('agent.py')).toBe(CODE);
    expect(workbench.snapshot().activePath).toBe('agent.py');
    expect(page.events).toContainEqual({ type: 'document.opened', path: 'agent.py', text: CODE, restored: false });
  });

  it('[coaching-backend EC-26] says why it cannot be shown, and is tried again when it is opened again', async () => {
    const { daemon, page, workbench } = await setUp();
    workbench.open('none.py');
    await eventually(() => expect(page.document('none.py')?.problem?.code).toBe('file_not_found'));
    daemon.files.set('none.py', 'there\n');
    workbench.open('none.py');
    await page.ready('none.py');
    expect(workbench.textOf('none.py')).toBe('there\n');
  });

  it('opens at a line once it has its text', async () => {
    const { page, workbench } = await setUp();
    workbench.open('agent.py', { at: { line: 1, column: 3 } });
    await page.ready('agent.py');
    expect(page.events.map(({ type }) => type)).toEqual(['document.opened', 'reveal']);
    workbench.open('agent.py', { at: { line: 2 } });
    expect(page.events.at(-1)).toEqual({ type: 'reveal', path: 'agent.py', at: { line: 2 } });
  });

  it('[coaching-backend 5.5] tells which tab is in front, and leaves the front to a neighbour', async () => {
    const { daemon, page, workbench } = await setUp();
    await page.opened('agent.py');
    await page.opened('b.py');
    workbench.switchTo('agent.py');
    workbench.close('agent.py');
    expect(workbench.snapshot().activePath).toBe('b.py');
    expect(workbench.snapshot().documents.map(({ path }) => path)).toEqual(['b.py']);
    const [peer] = daemon.pages;
    await peer?.message('file:close');
    expect(peer?.ofType('editor:tab_switch').map(({ payload }) => payload)).toEqual([
      { fromPath: null, toPath: 'agent.py' },
      { fromPath: 'agent.py', toPath: 'b.py' },
      { fromPath: 'b.py', toPath: 'agent.py' },
      { fromPath: 'agent.py', toPath: 'b.py' },
    ]);
  });

  it('comes to the front when the agent shows it', async () => {
    const { daemon, page, workbench } = await setUp();
    await page.opened('agent.py');
    for (const peer of daemon.pages)
      peer.send('editor:open_file', { path: 'b.py', content: 'b\n', language: 'python', lineCount: 2, version: 'v' });
    await page.ready('b.py');
    expect(workbench.snapshot().activePath).toBe('b.py');
  });

  it('asks before unsaved text is thrown away', async () => {
    const { page, workbench } = await setUp();
    await page.opened('agent.py');
    page.type('agent.py', '# more');
    workbench.close('agent.py');
    expect(page.document('agent.py')?.closing).toBe(true);
    workbench.keepOpen('agent.py');
    expect(page.document('agent.py')).toMatchObject({ closing: false, dirty: true });
    workbench.close('agent.py');
    workbench.discard('agent.py');
    expect(page.document('agent.py')).toBeUndefined();
    await page.opened('agent.py');
    expect(workbench.textOf('agent.py')).toBe(CODE);
  });
});

describe('what is typed', () => {
  it('[coaching-backend 5.4] [coaching-backend SC-025] reaches the daemon in one message of many edits: whole first, then only changes', async () => {
    const { daemon, page } = await setUp();
    await page.opened('agent.py');
    for (const letter of 'abc') page.type('agent.py', letter);
    page.clock.advance(50);
    await eventually(() => expect(daemon.buffers.get('agent.py')).toBe(`${CODE}abc`));
    for (const letter of 'def') page.type('agent.py', letter);
    page.replace('agent.py', 0, 5, 'log');
    page.clock.advance(50);
    await eventually(() => expect(daemon.buffers.get('agent.py')).toBe('log("hello")\nabcdef'));
    const [peer] = daemon.pages;
    const updates = peer?.ofType('buffer:update').map(({ payload }) => payload) ?? [];
    expect(updates).toHaveLength(2);
    expect(updates[0]?.content).toBe(`${CODE}abc`);
    expect(updates[1]).toMatchObject({ length: CODE.length + 3, cursorPosition: { line: 1, column: 1 } });
    expect(updates[1]?.changes).toHaveLength(2);
  });

  it('is sent at most 20 times a second', async () => {
    const { daemon, page } = await setUp();
    await page.opened('agent.py');
    for (let at = 0; at < 1000; at += 10) {
      page.type('agent.py', 'x');
      page.clock.advance(10);
    }
    await eventually(() => expect(daemon.buffers.get('agent.py')).toBe(CODE + 'x'.repeat(100)));
    const [peer] = daemon.pages;
    expect(peer?.ofType('buffer:update').length).toBeLessThanOrEqual(20);
  });

  it('is sent as a whole when the daemon has another text', async () => {
    const { daemon, page } = await setUp();
    await page.opened('agent.py');
    page.type('agent.py', 'a');
    page.clock.advance(50);
    await eventually(() => expect(daemon.buffers.get('agent.py')).toBe(`${CODE}a`));
    daemon.buffers.set('agent.py', 'something else');
    page.type('agent.py', 'b');
    page.clock.advance(50);
    await page.until(() => daemon.buffers.get('agent.py') === `${CODE}ab`);
  });

  it('is not unsaved any more once it is undone', async () => {
    const { page } = await setUp();
    await page.opened('agent.py');
    page.type('agent.py', 'a');
    expect(page.document('agent.py')?.dirty).toBe(true);
    page.replace('agent.py', CODE.length, CODE.length + 1, '');
    expect(page.document('agent.py')?.dirty).toBe(false);
  });
});

describe('a save', () => {
  it('[coaching-backend 5.3] writes the text, and leaves unsaved only what was typed since', async () => {
    const { daemon, page, workbench } = await setUp();
    await page.opened('agent.py');
    page.type('agent.py', 'a');
    daemon.holdsSaves = true;
    workbench.save('agent.py');
    const [peer] = daemon.pages;
    const save = await peer?.message('file:save');
    expect(save?.payload.version).toBe(versionOf(CODE));
    const types = peer?.all.map(({ type }) => type) ?? [];
    expect(types.slice(-2)).toEqual(['buffer:update', 'file:save']);
    expect(page.document('agent.py')?.saving).toBe(true);
    page.type('agent.py', 'b');
    if (save !== undefined) daemon.save(save.payload, save.id);
    await eventually(() => expect(page.document('agent.py')).toMatchObject({ saving: false, dirty: true }));
    expect(daemon.files.get('agent.py')).toBe(`${CODE}a`);
    daemon.holdsSaves = false;
    workbench.save('agent.py');
    await eventually(() => expect(page.document('agent.py')?.dirty).toBe(false));
    expect(daemon.files.get('agent.py')).toBe(`${CODE}ab`);
    expect(page.events.filter(({ type }) => type === 'document.saved')).toHaveLength(2);
  });

  it('[coaching-backend EC-27] [workbench full-disk] that fails is told, and nothing is lost', async () => {
    const { daemon, page, workbench } = await setUp();
    await page.opened('agent.py');
    page.type('agent.py', 'a');
    daemon.holdsSaves = true;
    workbench.save('agent.py');
    const [peer] = daemon.pages;
    const save = await peer?.message('file:save');
    const error = { path: 'agent.py', error: 'The disk is full.', code: 'storage_full', context: {} } as const;
    peer?.send('fs:save_error', error, save?.id);
    await eventually(() => expect(workbench.snapshot().problems).toHaveLength(1));
    expect(workbench.snapshot().problems[0]).toMatchObject({
      ...{ code: 'storage_full', message: 'The disk is full.', path: 'agent.py' },
    });
    expect(page.document('agent.py')).toMatchObject({ dirty: true, saving: false });
    expect(workbench.textOf('agent.py')).toBe(`${CODE}a`);
  });

  it('closes the tab where that was asked for, after the text is on the disk', async () => {
    const { daemon, page, workbench } = await setUp();
    await page.opened('agent.py');
    page.type('agent.py', 'a');
    workbench.saveAndClose('agent.py');
    expect(page.document('agent.py')).toBeDefined();
    await eventually(() => expect(page.document('agent.py')).toBeUndefined());
    expect(daemon.files.get('agent.py')).toBe(`${CODE}a`);
  });

  it('makes a new file, and opens the one that is there already', async () => {
    const { daemon, page, workbench } = await setUp();
    workbench.newFile('src/new.py');
    await page.ready('src/new.py');
    expect(daemon.files.get('src/new.py')).toBe('');
    expect(page.document('src/new.py')).toMatchObject({ dirty: false, deleted: false });
    workbench.newFile('b.py');
    await page.ready('b.py');
    expect(workbench.textOf('b.py')).toBe('b\n');
    expect(daemon.files.get('b.py')).toBe('b\n');
  });
});

describe('a file that changes on the disk', () => {
  it('is shown as it is now, if nothing is unsaved', async () => {
    const { daemon, page, workbench } = await setUp();
    await page.opened('agent.py');
    daemon.write('agent.py', 'new\n');
    await eventually(() => expect(workbench.textOf('agent.py')).toBe('new\n'));
    expect(page.document('agent.py')).toMatchObject({ dirty: false, conflict: null });
    expect(page.events.at(-1)).toEqual({ type: 'document.replaced', path: 'agent.py', text: 'new\n' });
    const [peer] = daemon.pages;
    expect(peer?.ofType('file:open').at(-1)?.payload.reload).toBe(true);
  });

  it('leaves unsaved text alone, and tells of both texts before any save', async () => {
    const { daemon, page, workbench } = await setUp();
    await page.opened('agent.py');
    page.type('agent.py', 'mine');
    daemon.write('agent.py', 'theirs\n');
    const conflict = { disk: 'theirs\n', version: versionOf('theirs\n'), saving: false };
    await eventually(() => expect(page.document('agent.py')?.conflict).toEqual(conflict));
    expect(workbench.textOf('agent.py')).toBe(`${CODE}mine`);
    workbench.resolve('agent.py', 'disk');
    expect(page.document('agent.py')).toMatchObject({ dirty: false, conflict: null });
    expect(page.events.at(-1)).toEqual({ type: 'document.replaced', path: 'agent.py', text: 'theirs\n' });
  });

  it.each([
    ['mine', `${CODE}mine`],
    ['disk', 'theirs\n'],
    [{ text: 'both\n' }, 'both\n'],
  ] as const)('is saved as the student chooses after a refused save: %j', async (choice, expected) => {
    const { daemon, page, workbench } = await setUp();
    await page.opened('agent.py');
    page.type('agent.py', 'mine');
    daemon.files.set('agent.py', 'theirs\n'); // nobody is told
    workbench.save('agent.py');
    await eventually(() => expect(page.document('agent.py')?.conflict?.disk).toBe('theirs\n'));
    expect(page.document('agent.py')?.conflict?.saving).toBe(true);
    expect(daemon.files.get('agent.py')).toBe('theirs\n');
    workbench.resolve('agent.py', choice);
    await eventually(() => expect(page.document('agent.py')).toMatchObject({ dirty: false, saving: false }));
    expect(daemon.files.get('agent.py')).toBe(expected);
    expect(workbench.textOf('agent.py')).toBe(expected);
  });

  it('does not trouble anybody if it has the student’s very text', async () => {
    const { daemon, page } = await setUp();
    await page.opened('agent.py');
    page.type('agent.py', 'same');
    daemon.write('agent.py', `${CODE}same`);
    await eventually(() => expect(page.document('agent.py')).toMatchObject({ dirty: false, conflict: null }));
  });

  it('[coaching-backend EC-13] keeps its text when it is deleted, and is made again by a save', async () => {
    const { daemon, page, workbench } = await setUp();
    await page.opened('agent.py');
    daemon.remove('agent.py');
    await eventually(() => expect(page.document('agent.py')).toMatchObject({ deleted: true, status: 'ready' }));
    expect(workbench.textOf('agent.py')).toBe(CODE);
    workbench.save('agent.py');
    await eventually(() => expect(page.document('agent.py')?.deleted).toBe(false));
    expect(daemon.files.get('agent.py')).toBe(CODE);
  });

  it('that comes back as it was has nothing against what was typed meanwhile', async () => {
    const { daemon, page, workbench } = await setUp();
    await page.opened('agent.py');
    page.type('agent.py', 'mine');
    daemon.remove('agent.py');
    await eventually(() => expect(page.document('agent.py')?.deleted).toBe(true));
    daemon.write('agent.py', CODE);
    await eventually(() => expect(page.document('agent.py')?.deleted).toBe(false));
    expect(page.document('agent.py')).toMatchObject({ dirty: true, conflict: null });
    workbench.save('agent.py');
    await eventually(() => expect(daemon.files.get('agent.py')).toBe(`${CODE}mine`));
  });

  it('is the same document again when it comes back, as with an atomic write', async () => {
    const { daemon, page, workbench } = await setUp();
    await page.opened('agent.py');
    daemon.remove('agent.py');
    daemon.write('agent.py', 'replaced\n');
    await eventually(() => expect(workbench.textOf('agent.py')).toBe('replaced\n'));
    expect(page.document('agent.py')).toMatchObject({ deleted: false, dirty: false });
  });
});
