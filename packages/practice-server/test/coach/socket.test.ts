import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLOSE_CODES, retryAdvice } from '@agent-factory/protocol';
import { COACH_SOCKET_PATH, MAX_COACH_CONNECTIONS, MAX_MESSAGE_BYTES } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exercise, lessons } from '../fixtures/lessons.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { Coaching } from './support/coaching.js';
import { HELLO, type TestPage } from './support/test-page.js';

const LESSON_SITE = { Origin: 'http://localhost:3000' };
const CURSOR = { line: 1, column: 1 };

describe('/ws', () => {
  let coaching: Coaching;

  beforeEach(async () => {
    coaching = await Coaching.open();
  });
  afterEach(() => coaching[Symbol.asyncDispose]());

  /** Everything that the action log has of one type. */
  async function logged(type: string): Promise<{ data: Record<string, unknown> }[]> {
    const { json } = await coaching.daemon.request(`/coach/projects/${coaching.id}/actions?type=${type}`, {
      headers: await coaching.bearer(),
    });
    return json.actions;
  }

  /** How a page that is not let in learns why. */
  async function refusal(page: TestPage): Promise<{ code: string; close: number }> {
    const { payload } = await page.next('connection:error');
    return { code: payload.code, close: (await page.ended()).code };
  }

  test('[coaching-backend 1.3] [coaching-backend FR-003] [coaching-backend SC-003] [coaching-backend SC-023] a page connects, says hello, and is told how everything stands', async () => {
    await coaching.start();
    const page = coaching.knock(await coaching.cookie());
    await page.opened();
    page.send('connection:hello', HELLO, 'first');
    const { id, payload } = await page.next('connection:init');
    expect(id).toBe('first');
    expect(payload).toMatchObject({
      sessionId: expect.stringMatching(/./),
      project: { id: coaching.id, kind: 'folder', name: 'app', path: '~/projects/app' },
      visibility: 'saved_files',
      openFiles: [],
    });
    const { payload: tree } = await page.next('fs:tree');
    expect(tree.root.children?.map(({ name }) => name)).toEqual(['src', 'README.md']);
    expect(await coaching.health()).toMatchObject({ projects: 1, connections: 1 });
  });

  test('[coaching-backend SC-024] a file is opened, logged, and told to all pages', async () => {
    await coaching.start();
    const [page, other] = [await coaching.page(), await coaching.page()];
    page.send('file:open', { path: 'src/main.py' }, 'open-1');
    const { id, payload } = await page.next('fs:content');
    expect([id, payload]).toMatchObject(['open-1', { path: 'src/main.py', content: 'print(1)\n', language: 'python' }]);
    expect((await other.next('fs:content')).payload.path).toBe('src/main.py');
    expect(await logged('file_open')).toMatchObject([{ data: { path: 'src/main.py' } }]);
  });

  test('a file is saved to the disk, and not over what somebody else has written there', async () => {
    const page = await coaching.page();
    page.send('file:open', { path: 'src/main.py' });
    const { version } = (await page.next('fs:content')).payload;
    page.send('file:save', { path: 'src/main.py', content: 'print(2)\n', version });
    const saved = await page.next('fs:save_ack');
    expect(saved.payload).toMatchObject({ path: 'src/main.py', success: true });
    expect(await readFile(join(coaching.folder, 'src/main.py'), 'utf8')).toBe('print(2)\n');
    await writeFile(join(coaching.folder, 'src/main.py'), 'print("theirs")\n');
    page.send('file:save', { path: 'src/main.py', content: 'print(3)\n', version: saved.payload.version });
    expect((await page.next('fs:save_error')).payload).toMatchObject({ path: 'src/main.py', code: 'file_conflict' });
    expect(await readFile(join(coaching.folder, 'src/main.py'), 'utf8')).toBe('print("theirs")\n');
  });

  test('[coaching-backend SC-025] what is typed is kept, and answered by nothing', async () => {
    await coaching.start();
    await coaching.post('/coach/visibility', { projectId: coaching.id, visibility: 'everything' });
    const page = await coaching.page();
    page.send('file:open', { path: 'src/main.py' });
    await page.next('fs:content');
    const content = `${'x'.repeat(600)}\n`;
    page.send('buffer:update', { path: 'src/main.py', content, cursorPosition: CURSOR });
    await page.settled();
    expect(page.told.filter(({ type }) => !/^(?:fs:tree|observer:status|mind:status)/.test(type))).toEqual([]);
    const agent = await coaching.agent();
    expect((await agent.call('paige_get_buffer', { path: 'src/main.py' })).buffer).toMatchObject({
      content,
      dirty: true,
    });
    expect(await logged('buffer_significant_change')).toMatchObject([{ data: { newCharCount: content.length } }]);
  });

  test('[coaching-backend SC-026] what the agent does reaches every page', async () => {
    await coaching.start();
    const pages = [await coaching.page(), await coaching.page(), await coaching.page()];
    const agent = await coaching.agent();
    await agent.call('paige_show_message', { message: 'Well done.', type: 'success' });
    const told = await Promise.all(pages.map((page) => page.next('coaching:message')));
    expect(told.map(({ payload }) => payload.message)).toEqual(['Well done.', 'Well done.', 'Well done.']);
  });

  test('[coaching-backend SC-027] [workbench malformed-message] an unknown message is said to be one, and changes nothing', async () => {
    const page = await coaching.page();
    page.socket.send(JSON.stringify({ type: 'file:delete', payload: { path: 'README.md' }, id: 'u', timestamp: 1 }));
    expect(await page.next('connection:error')).toMatchObject({ id: 'u', payload: { code: 'unknown_message' } });
    page.send('file:open', { path: 'README.md' });
    expect((await page.next('fs:content')).payload.path).toBe('README.md');
  });

  test('[workbench malformed-message] what cannot be read as a message is answered, and the connection lives on', async () => {
    const page = await coaching.page();
    for (const text of [
      '{"type":',
      '[1, 2]',
      '{"type":"file:open","timestamp":1}',
      '{"type":"file:open","payload":{"path":7},"timestamp":1}',
      '['.repeat(5000),
    ]) {
      page.socket.send(text);
      expect((await page.next('connection:error')).payload.code).toBe('invalid_message');
    }
    page.send('file:open', { path: 'README.md' });
    await page.next('fs:content');
  });

  test('[coaching-backend SC-028] a file that appears on the disk is told to every page', async () => {
    const page = await coaching.page();
    await page.next('fs:tree');
    await writeFile(join(coaching.folder, 'new.txt'), 'x');
    const { payload } = await page.next('fs:tree_update', (message) => message.payload.path === 'new.txt');
    expect(payload).toMatchObject({ action: 'add', path: 'new.txt' });
  });

  test('[coaching-backend EC-03] a page that is cut off is forgotten, and the others go on', async () => {
    await coaching.start();
    const [page, other] = [await coaching.page(), await coaching.page()];
    expect((await coaching.health()).connections).toBe(2);
    page.socket.terminate();
    await waitUntil('the page is forgotten', async () => (await coaching.health()).connections === 1);
    const agent = await coaching.agent();
    await agent.call('paige_show_message', { message: 'Still here.', type: 'info' });
    expect((await other.next('coaching:message')).payload.message).toBe('Still here.');
  });

  test('a folder is nothing that a lesson site could find', async () => {
    const page = coaching.knock(LESSON_SITE);
    expect(await refusal(page)).toEqual({ code: 'project_not_found', close: CLOSE_CODES.session_not_found.code });
    const unknown = coaching.knock(await coaching.cookie(), 'folder--0123456789');
    expect(await refusal(unknown)).toEqual({ code: 'project_not_found', close: CLOSE_CODES.session_not_found.code });
  });

  test('our own cookie opens nothing to a page of another origin of this machine', async () => {
    const { Cookie = '' } = await coaching.cookie();
    const page = coaching.knock({ ...LESSON_SITE, Cookie });
    expect((await refusal(page)).code).toBe('project_not_found');
  });

  test('our own page without its cookie finds no folder either', async () => {
    const page = coaching.knock({ Origin: `http://localhost:${coaching.daemon.daemon.port}` });
    expect((await refusal(page)).code).toBe('project_not_found');
  });

  test('whoever is not let in anywhere is refused before there is a socket', async () => {
    const stranger = coaching.knock({ Origin: 'http://evil.example' });
    expect(await waitUntil('it is refused', () => stranger.refused)).toBe(403);
    const nobody = coaching.knock({});
    expect(await waitUntil('it is refused', () => nobody.refused)).toBe(401);
  });

  test('a program with the token may look at a folder', async () => {
    await coaching.page(await coaching.bearer());
  });

  test('what is the name of no project is refused, and not tried again', async () => {
    const headers = await coaching.cookie();
    for (const name of ['', '../etc', 'a b', 'x'.repeat(65)]) {
      const page = coaching.knock(headers, encodeURIComponent(name));
      expect(await refusal(page)).toEqual({ code: 'invalid_exercise_id', close: CLOSE_CODES.protocol_error.code });
    }
  });

  test('only /ws itself is a socket', async () => {
    const headers = await coaching.cookie();
    for (const path of [`${COACH_SOCKET_PATH}/`, `${COACH_SOCKET_PATH}x`]) {
      const answer = await coaching.daemon.request(path, { headers });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  test('more pages than one project can have are told so, and do not try again', async () => {
    const headers = await coaching.cookie();
    for (let count = 0; count < MAX_COACH_CONNECTIONS; count += 1) await coaching.page(headers);
    const { code, close } = await refusal(coaching.knock(headers));
    expect([code, retryAdvice(close)]).toEqual(['too_many_connections', 'never']);
  });

  test('a message that is too large closes the connection before it is buffered', async () => {
    const page = await coaching.page();
    page.socket.send('x'.repeat(MAX_MESSAGE_BYTES + 1));
    expect((await page.ended()).code).toBe(CLOSE_CODES.frame_too_large.code);
    const other = await coaching.page();
    other.send('file:open', { path: 'README.md' });
    await other.next('fs:content');
  });

  test('the largest file there can be goes both ways', async () => {
    const page = await coaching.page();
    const content = `${'é"'.repeat(1024 * 1024)}\n`;
    page.send('file:save', { path: 'large.txt', content });
    await page.next('fs:save_ack');
    page.send('file:open', { path: 'large.txt' });
    expect((await page.next('fs:content')).payload.content).toBe(content);
  });

  test('bytes are no message', async () => {
    const page = await coaching.page();
    page.socket.send(Buffer.from('{}'), { binary: true });
    expect((await page.ended()).code).toBe(CLOSE_CODES.protocol_error.code);
  });

  test('a daemon that closes sends its pages away, to come back by themselves', async () => {
    const page = await coaching.page();
    await coaching.daemon.daemon.close();
    const { code } = await page.ended();
    expect([code, retryAdvice(code)]).toEqual([1001, 'backoff']);
  });

  test('the exercise of a lesson site is its to look at', async () => {
    await using lesson = await Coaching.open({ files: lessons(exercise({ id: 'with-editor' })) });
    await lesson.daemon.start('with-editor');
    const page = lesson.knock(LESSON_SITE, 'with-editor');
    await page.opened();
    page.send('connection:hello', HELLO);
    const { payload } = await page.next('connection:init');
    expect(payload.project).toEqual({
      id: 'with-editor',
      kind: 'exercise',
      name: 'Exercise with-editor',
      path: '~/af-practice/with-editor',
    });
    page.send('file:open', { path: 'answer.txt' });
    expect((await page.next('fs:content')).payload.content).toBe('nothing yet\n');
    expect((await refusal(lesson.knock(LESSON_SITE, 'never-started'))).code).toBe('project_not_found');
  });
});
