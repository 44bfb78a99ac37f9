import { type ClientPayload, MAX_CHANGES, MAX_FILE_BYTES } from '@agent-factory/protocol/coach';
import { afterEach, describe, expect, it } from 'vitest';
import { BufferFeed } from '../../src/client/documents/buffer-feed.js';
import { CoachDaemon, type Peer } from './support/coach-daemon.js';
import { eventually } from './support/eventually.js';
import { contentOf, versionOf } from './support/file-daemon.js';
import { ManualClock } from './support/manual-clock.js';
import { OpenPage } from './support/open-workbench.js';

const opened: AsyncDisposable[] = [];

async function setUp(content = 'a\n') {
  const daemon = await CoachDaemon.start();
  const page = new OpenPage(daemon.url);
  opened.push(page, daemon);
  const peer = await (await daemon.peer()).greet();
  await page.connected();
  page.workbench.open('a.py');
  const { id } = await peer.message('file:open');
  peer.send('fs:content', contentOf('a.py', content), id);
  await page.ready('a.py');
  return { daemon, page, peer, workbench: page.workbench };
}

/** The save is refused as if the disk had changed, and the disk is read again. */
async function refuse(peer: Peer, onDisk: string): Promise<void> {
  const save = await peer.message('file:save');
  const error = { path: 'a.py', error: 'It has changed.', code: 'file_conflict', context: {} } as const;
  peer.send('fs:save_error', error, save.id);
  const { id } = await peer.message('file:open');
  peer.send('fs:content', contentOf('a.py', onDisk), id);
}

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

describe('limits', () => {
  it('of changes: with more of them the whole text is sent', async () => {
    const line = 'x\n';
    const { page, peer, workbench } = await setUp(line.repeat(MAX_CHANGES + 1));
    page.type('a.py', '!');
    page.clock.advance(50);
    await peer.message('buffer:update');
    const changes = Array.from({ length: MAX_CHANGES + 1 }, (_, at) => ({
      from: at * 2,
      to: at * 2 + 1,
      insert: 'yy',
    }));
    const text = `${'yy\n'.repeat(MAX_CHANGES + 1)}!`;
    workbench.handleChange('a.py', { changes, text: () => text, cursor: { line: 1, column: 1 } });
    page.clock.advance(50);
    const { payload } = await peer.message('buffer:update');
    expect(payload).toMatchObject({ content: text });
  });

  it('of a text: one that is too large is neither sent nor saved, and the student is told', async () => {
    const { page, peer, workbench } = await setUp();
    page.type('a.py', 'x'.repeat(MAX_FILE_BYTES));
    page.clock.advance(50);
    workbench.save('a.py');
    expect(workbench.snapshot().problems).toMatchObject([{ code: 'file_too_large', path: 'a.py' }]);
    workbench.expand('src');
    await peer.message('explorer:expand_dir');
    expect([...peer.ofType('buffer:update'), ...peer.ofType('file:save')]).toEqual([]);
    expect(page.document('a.py')?.saving).toBe(false);
  });

  it('of the network: while it does not take what was sent, edits are put together', () => {
    const clock = new ManualClock();
    const sent: ClientPayload<'buffer:update'>[] = [];
    const line = {
      isOpen: true,
      waitingBytes: 0,
      send: (_: 'buffer:update', update: ClientPayload<'buffer:update'>) => sent.push(update) > 0,
    };
    const feed = new BufferFeed('a.py', line, clock);
    const type = (at: number) =>
      feed.handleChanges([{ from: at, to: at, insert: 'x' }], {
        text: () => 'x'.repeat(at + 1),
        length: at + 1,
        cursor: { line: 1, column: 1 },
        selections: [],
      });
    type(0);
    clock.advance(50);
    expect(sent).toHaveLength(1);
    line.waitingBytes = 2 * 1024 * 1024;
    for (let at = 1; at < 10; at += 1) {
      type(at);
      clock.advance(50);
    }
    expect(sent).toHaveLength(1);
    line.waitingBytes = 0;
    clock.advance(50);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({ changes: [{ from: 1, to: 1, insert: 'x'.repeat(9) }], length: 1 });
    feed.dispose();
    expect(clock.nextIn).toBeUndefined();
  });

  it('of frames: however many files come at once, the rows are looked at once', async () => {
    const { page, peer, workbench } = await setUp();
    peer.send('fs:tree', { root: { name: '', path: '', type: 'directory', children: [] } });
    for (let at = 0; at < 100; at += 1) peer.send('fs:tree_update', { action: 'add', path: `f${at}.py` });
    await eventually(() => expect(workbench.tree.row(99)?.path).toBe('f99.py'));
    expect(workbench.snapshot().tree).toEqual({ revision: 0, rowCount: 0, loaded: false });
    page.clock.advance(16);
    expect(workbench.snapshot().tree).toEqual({ revision: 1, rowCount: 100, loaded: true });
    page.clock.advance(1000);
    expect(workbench.snapshot().tree.revision).toBe(1);
  });

  it('of patience: a save that is refused without a reason is left to the student', async () => {
    const { page, peer, workbench } = await setUp();
    page.type('a.py', 'mine');
    workbench.save('a.py');
    await refuse(peer, 'a\n');
    await eventually(() => expect(workbench.snapshot().problems).toMatchObject([{ code: 'file_conflict' }]));
    expect(page.document('a.py')).toMatchObject({ dirty: true, saving: false, conflict: null });
    expect(peer.ofType('file:save')).toHaveLength(1);
  });
});

describe('a save during which the disk changes', () => {
  it('is followed by a look at what has changed', async () => {
    const { page, peer, workbench } = await setUp();
    page.type('a.py', 'mine');
    workbench.save('a.py');
    const save = await peer.message('file:save');
    peer.send('fs:tree_update', { action: 'change', path: 'a.py', version: versionOf('later\n') });
    const version = versionOf('a\nmine');
    peer.send('fs:save_ack', { path: 'a.py', success: true, timestamp: 1, version }, save.id);
    const { id, payload } = await peer.message('file:open');
    expect(payload).toEqual({ path: 'a.py', reload: true });
    peer.send('fs:content', contentOf('a.py', 'later\n'), id);
    await eventually(() => expect(workbench.textOf('a.py')).toBe('later\n'));
    expect(page.document('a.py')).toMatchObject({ dirty: false, savedAt: 1 });
  });

  it('is not followed by one if that was the save itself', async () => {
    const { page, peer, workbench } = await setUp();
    page.type('a.py', 'mine');
    workbench.save('a.py');
    const save = await peer.message('file:save');
    const version = versionOf('a\nmine');
    peer.send('fs:tree_update', { action: 'change', path: 'a.py', version });
    peer.send('fs:save_ack', { path: 'a.py', success: true, timestamp: 1, version }, save.id);
    peer.send('fs:tree_update', { action: 'change', path: 'a.py', version });
    await eventually(() => expect(page.document('a.py')?.dirty).toBe(false));
    workbench.expand('src');
    await peer.message('explorer:expand_dir');
    expect(peer.ofType('file:open')).toHaveLength(1);
  });

  it('does not take the text away that it is for', async () => {
    const { page, peer, workbench } = await setUp();
    page.type('a.py', 'mine');
    workbench.save('a.py');
    const save = await peer.message('file:save');
    // Another page has asked for the file before the save.
    peer.send('fs:content', contentOf('a.py', 'between\n'), 'theirs');
    const version = versionOf('a\nmine');
    peer.send('fs:save_ack', { path: 'a.py', success: true, timestamp: 1, version }, save.id);
    const { id } = await peer.message('file:open');
    peer.send('fs:content', contentOf('a.py', 'a\nmine'), id);
    await eventually(() => expect(page.document('a.py')).toMatchObject({ dirty: false, conflict: null }));
    expect(workbench.textOf('a.py')).toBe('a\nmine');
    expect(page.events.some(({ type }) => type === 'document.replaced')).toBe(false);
  });

  it('that was written with the line ends of the file leaves nothing unsaved', async () => {
    const { page, peer, workbench } = await setUp();
    page.type('a.py', 'mine');
    workbench.save('a.py');
    const save = await peer.message('file:save');
    peer.send('fs:save_ack', { path: 'a.py', success: true, timestamp: 1, version: 'v2' }, save.id);
    await eventually(() => expect(page.document('a.py')?.dirty).toBe(false));
    peer.send('fs:content', { ...contentOf('a.py', 'a\r\nmine'), version: 'v2', language: 'ruby' });
    await eventually(() => expect(page.document('a.py')?.language).toBe('ruby'));
    expect(page.document('a.py')).toMatchObject({ dirty: false, conflict: null });
    expect(workbench.textOf('a.py')).toBe('a\nmine');
  });

  it('of another page is not taken for one’s own', async () => {
    const { page, peer, workbench } = await setUp();
    page.type('a.py', 'mine');
    workbench.save('a.py');
    const save = await peer.message('file:save');
    const error = { path: 'a.py', error: 'Full.', code: 'file_not_written', context: {} } as const;
    peer.send('fs:save_error', error, 'theirs');
    const version = versionOf('a\nmine');
    peer.send('fs:save_ack', { path: 'a.py', success: true, timestamp: 1, version }, save.id);
    await eventually(() => expect(page.document('a.py')?.dirty).toBe(false));
    expect(workbench.snapshot().problems).toEqual([]);
  });

  it('goes on with what was typed meanwhile where the tab is to be closed', async () => {
    const { page, peer, workbench } = await setUp();
    page.type('a.py', '1');
    workbench.saveAndClose('a.py');
    const first = await peer.message('file:save');
    page.type('a.py', '2');
    const ack = (version: string, id: string | undefined) =>
      peer.send('fs:save_ack', { path: 'a.py', success: true, timestamp: 1, version }, id);
    ack('v1', first.id);
    const second = await peer.message('file:save');
    expect(second.payload).toMatchObject({ content: 'a\n12', version: 'v1' });
    ack('v2', second.id);
    await eventually(() => expect(page.document('a.py')).toBeUndefined());
  });

  it('that fails keeps the tab open, also after a later save', async () => {
    const { page, peer, workbench } = await setUp();
    page.type('a.py', '1');
    workbench.saveAndClose('a.py');
    const first = await peer.message('file:save');
    const error = { path: 'a.py', error: 'Full.', code: 'file_not_written', context: {} } as const;
    peer.send('fs:save_error', error, first.id);
    await eventually(() => expect(workbench.snapshot().problems).toHaveLength(1));
    workbench.save('a.py');
    const second = await peer.message('file:save');
    peer.send('fs:save_ack', { path: 'a.py', success: true, timestamp: 1, version: 'v2' }, second.id);
    await eventually(() => expect(page.document('a.py')?.dirty).toBe(false));
  });
});

describe('a new file', () => {
  it('that cannot be made is told, and leaves no tab', async () => {
    const { page, peer, workbench } = await setUp();
    workbench.newFile('no/new.py');
    const save = await peer.message('file:save');
    expect(save.payload).toEqual({ path: 'no/new.py', content: '', version: null });
    const error = { path: 'no/new.py', error: 'No.', code: 'path_outside', context: {} } as const;
    peer.send('fs:save_error', error, save.id);
    await eventually(() => expect(page.document('no/new.py')).toBeUndefined());
    expect(workbench.snapshot().problems).toMatchObject([{ code: 'path_outside', path: 'no/new.py' }]);
  });
});
