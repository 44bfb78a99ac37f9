import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveRecorded } from '../../src/api/server.js';
import { createRun } from '../../src/loop/store/runs.js';
import { temporary } from '../loop/scripted.js';
import { ask, bearer, SECRET, serve, TOKEN, Watcher } from './served.js';

async function pageIn(folder: string): Promise<string> {
  const page = join(folder, 'page');
  await mkdir(page);
  await writeFile(join(page, 'index.html'), '<!doctype html>');
  await writeFile(join(page, 'page.js'), 'export {};');
  await writeFile(join(folder, 'outside.txt'), 'not yours');
  await writeFile(join(folder, 'page-of-another.txt'), 'not yours');
  return page;
}

it('serves the files of the page with their types, and allows them nothing else', async () => {
  await using home = await temporary();
  await using server = await serve({ page: await pageIn(home.path) });
  const index = await ask(server.port);
  expect(index).toMatchObject({ status: 200, text: '<!doctype html>' });
  expect(index.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  expect(index.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect((await ask(server.port, { path: '/page.js' })).headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect((await ask(server.port, { path: '/page.js', method: 'HEAD' })).text).toBe('');
});

it.each([
  '/../outside.txt',
  '/..%2fpage-of-another.txt',
  '/%2e%2e/outside.txt',
  '/..%2foutside.txt',
  '/nothing.js',
  '/%00',
  '/%',
  '/index.html/x',
])('has nothing at %s', async (path) => {
  await using home = await temporary();
  await using server = await serve({ page: await pageIn(home.path) });
  expect(await ask(server.port, { path })).toMatchObject({ status: 404 });
});

it('takes the token out of the address and into a cookie that opens the rest', async () => {
  await using home = await temporary();
  await using server = await serve({ page: await pageIn(home.path) });
  const answer = await ask(server.port, { path: `/?token=${TOKEN}` });
  expect(answer).toMatchObject({ status: 303, headers: { location: '/' } });
  const [given = ''] = answer.headers['set-cookie'] as unknown as string[];
  expect(given).toMatch(/HttpOnly; SameSite=Strict/);
  const cookie = given.split(';')[0] ?? '';
  expect((await ask(server.port, { path: '/api/status', headers: { cookie } })).status).toBe(200);
  using watcher = new Watcher(server.port, '', { cookie });
  await watcher.until(() => watcher.types[0] === 'connected');
});

it('makes no cookie of a token that is wrong', async () => {
  await using home = await temporary();
  await using server = await serve({ page: await pageIn(home.path) });
  const answer = await ask(server.port, { path: '/?token=wrong' });
  expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
});

it('shows a recorded run: its state, its tutorial and what happened', async () => {
  await using home = await temporary();
  const { run, state } = await createRun(
    home.path,
    { target: 'docs/b.md', config: { maxIterations: 4 }, versions: {} },
    Date.now(),
  );
  await run.appendEvent({ type: 'error', message: 'e' }, Date.now());
  await run.close();
  await mkdir(join(run.folder, 'tutorial'));
  await writeFile(join(run.folder, 'tutorial', 'a.md'), '# Another');
  await writeFile(join(run.folder, 'tutorial', 'b.md'), '# Begin');
  await using server = await serveRecorded({ runFolder: run.folder, observerToken: TOKEN });
  expect((await ask(server.port, { path: '/api/run' })).status).toBe(401);
  const shown = (await ask(server.port, { path: '/api/run', headers: bearer(TOKEN) })).json();
  expect(shown).toMatchObject({
    name: 'docs/b.md',
    text: '# Begin',
    maxIterations: 4,
    recorded: true,
    state,
    report: null,
  });
  expect(shown.events).toMatchObject([{ seq: 1, event: { type: 'error', message: 'e' } }]);
  expect((await ask(server.port, { path: '/api/stop', method: 'POST', headers: bearer(TOKEN) })).status).toBe(404);
  using watcher = new Watcher(server.port);
  await new Promise((resolve) => watcher.socket.once('unexpected-response', resolve));
});

it('shows the run that is watched, so that a page that comes late has all', async () => {
  await using home = await temporary();
  const { run, state } = await createRun(home.path, { target: 'b.md', config: {}, versions: {} }, Date.now());
  await run.close();
  await using server = await serve({ runFolder: run.folder });
  expect((await ask(server.port, { path: '/api/run', headers: bearer(SECRET) })).json()).toMatchObject({
    recorded: false,
    state,
  });
});

it('serves the images that the student had, and nothing else of the run', async () => {
  await using home = await temporary();
  const page = await pageIn(home.path);
  const { run } = await createRun(home.path, { target: 'b.md', config: {}, versions: {} }, Date.now());
  await run.close();
  const images = join(run.folder, 'tutorial', 'img');
  await mkdir(images, { recursive: true });
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  await writeFile(join(images, 'a b.svg'), drawing);
  await writeFile(join(images, 'no-image.png'), 'text');
  await writeFile(join(run.folder, 'tutorial', 'b.md'), '# Begin');
  await symlink(join(run.folder, 'state.json'), join(images, 'link.svg'));
  await symlink(join(home.path, 'else.svg'), join(images, 'else.svg'));
  await writeFile(join(home.path, 'else.svg'), drawing);
  await using server = await serveRecorded({ runFolder: run.folder, page, observerToken: TOKEN });
  const get = (path: string) => ask(server.port, { path, headers: bearer(TOKEN) });
  const image = await get('/tutorial/img/a%20b.svg');
  expect(image).toMatchObject({ status: 200, text: drawing, headers: { 'content-type': 'image/svg+xml' } });
  // Opened by itself it runs nothing.
  expect(image.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  for (const name of [
    'b.md',
    'img/no-image.png',
    'img/link.svg',
    'img/else.svg',
    '../state.json',
    '%2e%2e/run.json',
    'img',
  ]) {
    expect(await get(`/tutorial/${name}`), name).toMatchObject({ status: 404 });
  }
  expect((await ask(server.port, { path: '/tutorial/img/a%20b.svg' })).status).toBe(401);
});
