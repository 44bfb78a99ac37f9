import { execFile } from 'node:child_process';
import { mkdir, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CoachDesk, PROJECT } from '../fixtures/coach-desk.js';
import type { TestPage } from '../fixtures/test-page.js';

let desk: CoachDesk;
beforeEach(async () => {
  desk = await CoachDesk.make({ 'a.ts': 'a\n', 'src/b.ts': 'b\n' });
  await desk.begin();
});
afterEach(() => desk[Symbol.asyncDispose]());

/** A page, once everything is watched. */
async function watchingPage(): Promise<TestPage> {
  const page = await desk.page();
  await rescan(page, 1);
  return page;
}

/** The page was told for the nth time that everything is watched. */
async function rescan(page: TestPage, nth: number): Promise<void> {
  await page.until('fs:tree_update', ({ action }) => action === 'rescan', nth);
}

describe('what happens on the disk', () => {
  test('is told to all pages [coaching-backend 5.6] [coaching-backend FR-059] [coaching-backend SC-028]', async () => {
    const page = await watchingPage();
    const other = await desk.page();
    await desk.write('src/new.ts', 'new');
    const update = await page.until('fs:tree_update', ({ path }) => path === 'src/new.ts');
    expect(update).toEqual({ action: 'add', path: 'src/new.ts' });
    await other.until('fs:tree_update', ({ path }) => path === 'src/new.ts');
    await unlink(join(desk.folder, 'src/new.ts'));
    await page.until('fs:tree_update', ({ action, path }) => action === 'unlink' && path === 'src/new.ts');
  });

  test('is told as it stands in the tree: a link as a link, and what is no file as that', async () => {
    const page = await watchingPage();
    const told = (path: string) => page.until('fs:tree_update', (update) => update.path === path);
    await symlink('src', join(desk.folder, 'to-folder'));
    expect(await told('to-folder')).toEqual({ action: 'addDir', path: 'to-folder', link: true });
    await symlink('a.ts', join(desk.folder, 'to-file'));
    expect(await told('to-file')).toEqual({ action: 'add', path: 'to-file', link: true });
    await symlink('/etc/passwd', join(desk.folder, 'to-outside'));
    expect(await told('to-outside')).toEqual({ action: 'add', path: 'to-outside', link: true, unusable: true });
    await mkdir(join(desk.folder, 'odd'));
    await writeFile(join(desk.folder, 'odd/one\ntwo'), '');
    expect(await told('odd/one\ntwo')).toEqual({ action: 'add', path: 'odd/one\ntwo', unusable: true });
    await mkdir(join(desk.folder, 'a\nfolder'));
    expect(await told('a\nfolder')).toEqual({ action: 'addDir', path: 'a\nfolder', unusable: true });
    await promisify(execFile)('mkfifo', [join(desk.folder, 'pipe')], { env: { PATH: process.env.PATH } });
    expect(await told('pipe')).toEqual({ action: 'add', path: 'pipe', unusable: true });
  });

  test('to a file that is open comes with its version, and its text is what an agent sees', async () => {
    const page = await watchingPage();
    await page.say('file:open', { path: 'a.ts' });
    await desk.write('a.ts', 'by git\n');
    const { version } = await page.until(
      'fs:tree_update',
      ({ action, path }) => action === 'change' && path === 'a.ts',
    );
    await page.say('file:open', { path: 'a.ts', reload: true });
    expect(page.all('fs:content').at(-1)?.version).toBe(version);
    expect((await desk.call('paige_get_buffer', { path: 'a.ts' })).buffer).toMatchObject({
      content: 'by git\n',
      dirty: false,
    });
  });

  test('to a file that is open comes with its version, too, when the file was gone for a while', async () => {
    const page = await watchingPage();
    await page.say('file:open', { path: 'a.ts' });
    await unlink(join(desk.folder, 'a.ts'));
    await page.until('fs:tree_update', ({ action }) => action === 'unlink');
    await desk.write('a.ts', 'back\n');
    const { version } = await page.until('fs:tree_update', ({ action, path }) => action === 'add' && path === 'a.ts');
    await page.say('file:open', { path: 'a.ts', reload: true });
    expect(version).toBe(page.all('fs:content').at(-1)?.version);
  });

  test('that is looked at anew is told with the version of each open file', async () => {
    const page = await watchingPage();
    await page.say('file:open', { path: 'a.ts' });
    await desk.write('.gitignore', '*.log\n');
    await rescan(page, 2);
    expect(await page.until('fs:tree_update', ({ path }) => path === 'a.ts')).toEqual({
      action: 'change',
      path: 'a.ts',
      version: page.all('fs:content').at(-1)?.version,
    });
  });

  test('takes nothing away that is typed and not saved', async () => {
    const page = await watchingPage();
    await page.say('file:open', { path: 'a.ts' });
    await page.say('buffer:update', { path: 'a.ts', content: 'mine', cursorPosition: { line: 1, column: 1 } });
    await unlink(join(desk.folder, 'a.ts'));
    await page.until('fs:tree_update', ({ action }) => action === 'unlink');
    expect((await desk.call('paige_get_buffer', { path: 'a.ts' })).buffer).toMatchObject({
      content: 'mine',
      dirty: true,
    });
  });

  test('by a save has the version that the page was told', async () => {
    const page = await watchingPage();
    await page.say('file:save', { path: 'a.ts', content: 'saved' });
    const { version } = await page.until('fs:save_ack');
    const update = await page.until('fs:tree_update', ({ action, path }) => action === 'change' && path === 'a.ts');
    expect(update.version).toBe(version);
  });
});

describe('names that no path can hold', () => {
  /** A name that is no UTF-8, as archives from elsewhere have. */
  const broken = (name: string) => Buffer.concat([Buffer.from(join(desk.folder, name)), Buffer.from([0xff])]);

  test('are in the tree as what they are, and keep nothing else from being told [workbench odd-names]', async () => {
    await desk.write('two\nlines.txt', '');
    await writeFile(broken('old-'), '');
    const page = await watchingPage();
    const { root } = await page.until('fs:tree');
    const odd = root.children?.filter(({ unusable }) => unusable).map(({ name }) => name);
    expect(odd).toEqual(['old-\ufffd', 'two\nlines.txt']);
    await writeFile(broken('new-'), '');
    await mkdir(broken('folder-'));
    await desk.write('more\nlines.txt', '');
    await desk.write('plain.txt', '');
    await page.until('fs:tree_update', ({ path }) => path === 'plain.txt');
    await page.say('explorer:expand_dir', { path: '' });
    const again = await page.until('fs:tree', () => true, 2);
    const names = again.root.children?.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['folder-\ufffd', 'new-\ufffd', 'more\nlines.txt', 'plain.txt']));
    await page.say('file:open', { path: 'two\nlines.txt' });
    expect(page.all('connection:error')).toMatchObject([{ code: 'file_unsuitable' }]);
    expect(desk.failures).toEqual([]);
  });
});

describe('a folder that is gone', () => {
  test('is told, and comes back with the next page, and with what was not saved [workbench gone-folder]', async () => {
    const page = await watchingPage();
    await desk.begin('everything');
    await page.say('file:open', { path: 'a.ts' });
    await page.say('buffer:update', { path: 'a.ts', content: 'not saved', cursorPosition: { line: 1, column: 1 } });
    const away = `${desk.folder}-away`;
    await rename(desk.folder, away);
    const init = await page.until('connection:init', ({ watching }) => watching.by === 'nothing');
    expect(init.watching.reason).toMatch(/moved/);
    await expect(desk.project()).rejects.toMatchObject({ code: 'project_not_found' });
    await rename(away, desk.folder);
    const later = await desk.page();
    expect(later.all('connection:init')[0]?.watching).toEqual({ by: 'events' });
    await rescan(page, 2);
    await desk.write('src/again.ts', '');
    await page.until('fs:tree_update', ({ path }) => path === 'src/again.ts');
    const { buffer } = await desk.call('paige_get_buffer', { path: 'a.ts' });
    expect(buffer).toMatchObject({ content: 'not saved', dirty: true });
  });

  test('does not keep the pages that were there from saving once it is back [workbench gone-folder]', async () => {
    const page = await watchingPage();
    await rm(desk.folder, { recursive: true });
    await page.say('file:save', { path: 'a.ts', content: 'kept' });
    expect(page.all('fs:save_error')).toMatchObject([{ code: 'project_not_found' }]);
    await mkdir(desk.folder);
    await desk.project();
    await page.say('file:save', { path: 'a.ts', content: 'kept' });
    expect(page.all('fs:save_ack')).toHaveLength(1);
  });
});

describe('an exercise that is reset', () => {
  test('is forgotten: what was typed, pointed at and planned; not what the student shows', async () => {
    await desk.plan(1);
    await desk.coach.setVisibility(PROJECT, 'everything');
    const page = await watchingPage();
    await page.say('file:open', { path: 'a.ts' });
    await page.say('buffer:update', { path: 'a.ts', content: 'typed', cursorPosition: { line: 1, column: 1 } });
    await desk.call('paige_highlight_lines', { path: 'a.ts', start: 1, end: 1, style: 'hint' });
    await desk.call('paige_show_issue_context', { number: 1, title: 'T', summary: 'S', labels: [], url: '' });
    await rename(desk.folder, `${desk.folder}-archived`);
    await desk.write('fresh.ts', '');
    await desk.coach.forget(PROJECT);
    const state = page.all('connection:init').at(-1);
    expect(state).toMatchObject({ sessionId: null, openFiles: [], phases: [], issue: null, visibility: 'everything' });
    expect(state?.pointers).toEqual({ marks: [], glows: [], messages: [] });
    for (const table of ['sessions', 'plans', 'phases'])
      expect(desk.files.all(`select * from coach_${table}`)).toEqual([]);
    await desk.begin('everything');
    expect((await desk.call('paige_get_buffer', { path: 'a.ts' })).buffer).toBeNull();
    await page.say('file:open', { path: 'fresh.ts' });
    expect(page.all('fs:content').at(-1)?.path).toBe('fresh.ts');
    await rescan(page, 2);
    await desk.write('later.ts', '');
    await page.until('fs:tree_update', ({ path }) => path === 'later.ts');
  });

  test('lets its pages go where its folder is gone', async () => {
    const page = await desk.page();
    await rm(desk.folder, { recursive: true });
    await desk.coach.forget(PROJECT);
    expect(page.isClosed).toBe(true);
    expect(desk.coach.projectCount).toBe(0);
  });

  test('is forgotten, too, where nobody has opened it', async () => {
    await desk.restart();
    desk.isGone = true;
    await desk.coach.forget(PROJECT);
    expect(desk.files.all('select * from coach_sessions')).toEqual([]);
  });
});
