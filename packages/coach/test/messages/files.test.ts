import { chmod, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asAnotherUser } from '@agent-factory/fuzzing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CoachDesk } from '../fixtures/coach-desk.js';

let desk: CoachDesk;
beforeEach(async () => {
  desk = await CoachDesk.make({ 'src/a.ts': 'const a = 1;\nconst b = 2;\n', 'logo.png': 'x' });
  await desk.begin();
});
afterEach(() => desk[Symbol.asyncDispose]());

describe('opening a file', () => {
  test('sends its content to all pages, with the id of the one that asked, and writes it down [coaching-backend 5.2] [coaching-backend FR-054] [coaching-backend SC-024]', async () => {
    const page = await desk.page();
    const other = await desk.page();
    const id = await page.say('file:open', { path: 'src/a.ts' });
    const content = {
      path: 'src/a.ts',
      content: 'const a = 1;\nconst b = 2;\n',
      language: 'typescript',
      lineCount: 3,
      version: expect.any(String),
    };
    expect(page.last).toMatchObject({ type: 'fs:content', id, payload: content });
    expect(other.all('fs:content')).toEqual([content]);
    expect(desk.actions('file_open')).toMatchObject([{ session_id: desk.sessionId(), data: { path: 'src/a.ts' } }]);
  });

  test('again, because the disk has changed, is no new action', async () => {
    const page = await desk.page();
    await page.say('file:open', { path: 'src/a.ts' });
    await desk.write('src/a.ts', 'changed');
    await page.say('file:open', { path: 'src/a.ts', reload: true });
    expect(page.all('fs:content').at(-1)?.content).toBe('changed');
    expect(desk.actions('file_open')).toHaveLength(1);
  });

  test('that is not there, is no text, or is outside, is answered with why [coaching-backend EC-26]', async () => {
    const page = await desk.page();
    const other = await desk.page();
    const id = await page.say('file:open', { path: 'nothing.ts' });
    expect(page.last).toMatchObject({
      type: 'connection:error',
      id,
      payload: { code: 'file_not_found', context: { path: 'nothing.ts', type: 'file:open' } },
    });
    await page.say('file:open', { path: 'logo.png' });
    await page.say('file:open', { path: '../secret' });
    expect(page.all('connection:error').map(({ code }) => code)).toEqual([
      'file_not_found',
      'file_unsuitable',
      'path_outside',
    ]);
    expect(other.all('connection:error')).toEqual([]);
    expect(desk.actions('file_open')).toEqual([]);
    expect(desk.failures).toEqual([]);
  });
});

describe('saving a file', () => {
  test('writes it, tells all pages and writes it down [coaching-backend 5.3] [coaching-backend FR-055]', async () => {
    const page = await desk.page();
    const other = await desk.page();
    await page.say('file:open', { path: 'src/a.ts' });
    const { version } = await page.until('fs:content');
    const id = await page.say('file:save', { path: 'src/a.ts', content: 'new', version });
    const ack = { path: 'src/a.ts', success: true, timestamp: expect.any(Number), version: expect.any(String) };
    expect(page.told.filter(({ type }) => type === 'fs:save_ack')).toMatchObject([{ id, payload: ack }]);
    expect(other.all('fs:save_ack')).toEqual([ack]);
    expect(await readFile(join(desk.folder, 'src/a.ts'), 'utf8')).toBe('new');
    expect(desk.actions('file_save')).toMatchObject([{ data: { path: 'src/a.ts', charCount: 3 } }]);
  });

  test('that has changed on the disk says so, with the version that is there [coaching-backend EC-27]', async () => {
    const page = await desk.page();
    await page.say('file:open', { path: 'src/a.ts' });
    const { version } = await page.until('fs:content');
    await desk.write('src/a.ts', 'by git');
    const id = await page.say('file:save', { path: 'src/a.ts', content: 'mine', version });
    const refused = page.told.find(({ type }) => type === 'fs:save_error');
    expect(refused).toMatchObject({
      id,
      payload: {
        path: 'src/a.ts',
        code: 'file_conflict',
        error: expect.stringMatching(/changed/),
        context: { path: 'src/a.ts', version: expect.any(String) },
      },
    });
    expect(await readFile(join(desk.folder, 'src/a.ts'), 'utf8')).toBe('by git');
    expect(desk.actions('file_save')).toEqual([]);
    const { version: there } = (await page.until('fs:save_error')).context;
    await page.say('file:save', { path: 'src/a.ts', content: 'mine', version: String(there) });
    expect(await readFile(join(desk.folder, 'src/a.ts'), 'utf8')).toBe('mine');
  });

  test('that may not be written says so, and that it is as it was [coaching-backend EC-27]', async () => {
    await chmod(join(desk.folder, 'src'), 0o500);
    const page = await desk.page();
    const owned = [dirname(desk.folder), desk.folder, join(desk.folder, 'src')];
    await asAnotherUser(owned, () => page.say('file:save', { path: 'src/new.ts', content: 'x', version: null }));
    await chmod(join(desk.folder, 'src'), 0o700);
    expect(await page.until('fs:save_error')).toMatchObject({
      code: 'file_not_written',
      context: { reason: 'EACCES' },
    });
  });

  test('where a folder stands in its place says so [coaching-backend EC-27]', async () => {
    await mkdir(join(desk.folder, 'folder'));
    const page = await desk.page();
    await page.say('file:save', { path: 'folder', content: 'x' });
    expect(await page.until('fs:save_error')).toMatchObject({ path: 'folder', code: 'file_unsuitable' });
  });

  test('works where its folder was deleted', async () => {
    await rm(join(desk.folder, 'src'), { recursive: true });
    const page = await desk.page();
    await page.say('file:save', { path: 'src/a.ts', content: 'kept', version: null });
    expect(page.all('fs:save_ack')).toHaveLength(1);
  });
});

describe('closing a file', () => {
  test('forgets what was typed in it, and writes it down', async () => {
    const page = await desk.page();
    await page.say('file:open', { path: 'src/a.ts' });
    await page.say('buffer:update', { path: 'src/a.ts', content: 'typed', cursorPosition: { line: 1, column: 1 } });
    await page.say('file:close', { path: './src/a.ts' });
    expect(desk.actions('file_close')).toMatchObject([{ data: { path: 'src/a.ts' } }]);
    expect(await desk.call('paige_get_open_files', {})).toEqual({ files: [] });
    expect(await desk.call('paige_get_diff', {})).toEqual({ diffs: [] });
  });
});
