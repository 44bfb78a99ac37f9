import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { WORKBENCH_PATH } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coach, openCoach } from '../../src/capabilities/coach.js';
import { CAPABILITIES } from '../../src/capabilities/list.js';
import { listPageFiles } from '../../src/coach/page/page-files.js';
import { Home } from '../fixtures/machine/home.js';
import { Coaching, pathOf } from './support/coaching.js';

const INDEX = '<!doctype html><title>Workbench</title><script type="module" src="assets/page-B7XX2EF7.js"></script>';

const FILES: Record<string, string> = {
  'page/index.html': INDEX,
  'page/assets/page-B7XX2EF7.js': 'console.log("page")',
  'page/assets/styles.css': 'body { margin: 0 }',
  'page/assets/page-workbench.js': 'console.log("without a hash")',
  'page/secret/notes.html': 'a page of its own',
  'outside.txt': 'nothing for a browser',
};

describe('the Workbench', () => {
  let home: Home;
  let coaching: Coaching;

  beforeEach(async () => {
    home = await Home.make();
    for (const [path, text] of Object.entries(FILES)) {
      await mkdir(dirname(home.in('site-page', path)), { recursive: true });
      await writeFile(home.in('site-page', path), text);
    }
    await symlink(home.in('site-page', 'outside.txt'), home.in('site-page', 'page', 'link.txt'));
    coaching = await withPage(home.in('site-page', 'page'));
  });
  afterEach(async () => {
    await coaching[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });

  /** A daemon whose page is what this folder has. */
  function withPage(folder: string): Promise<Coaching> {
    const own = {
      ...coach,
      open: (host: Parameters<typeof openCoach>[0]) => openCoach(host, () => listPageFiles([folder])),
    };
    return Coaching.open({ home, capabilities: CAPABILITIES.map((one) => (one === coach ? own : one)) });
  }

  /** As a browser follows an address. */
  function visit(path: string, headers: Record<string, string> = {}, method = 'GET') {
    return coaching.daemon.request(path, { method, headers: { 'Sec-Fetch-Site': 'none', ...headers } });
  }

  async function cookie(): Promise<Record<string, string>> {
    const { Cookie = '' } = await coaching.cookie();
    return { Cookie };
  }

  test('the link of the command line becomes a cookie once, and leaves the address', async () => {
    const answer = await visit(pathOf(coaching.url));
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe(`/workbench/?project=${coaching.id}`);
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(
      /^af_practice_workbench=\d+\.[\w-]{43}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    const page = await visit(answer.headers.location ?? '', { Cookie: cookie.split(';')[0] ?? '' });
    expect([page.status, page.text]).toEqual([200, INDEX]);

    const again = await visit(pathOf(coaching.url));
    expect([again.status, again.headers['set-cookie']]).toEqual([401, undefined]);
    expect(again.text).toContain('used already');
    expect(again.text).toContain('practice-server coach');
  });

  test('whoever has the cookie already may use an old link: it leads to the page', async () => {
    const own = await cookie();
    const answer = await visit(`/workbench/?project=${coaching.id}&token=old`, own);
    expect([answer.status, answer.headers.location]).toEqual([303, `/workbench/?project=${coaching.id}`]);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('what the page shows first stays in the address without its token, and without its slash', async () => {
    const own = await cookie();
    const rest = `project=${coaching.id}&kata=k%2F1&x=%26+y`;
    for (const [from, status] of [
      [`${pathOf(coaching.url)}&kata=k%2F1&x=%26%20y`, 303],
      [`/workbench/?project=${coaching.id}&token=old&kata=k%2F1&x=%26%20y`, 303],
      [`/workbench?${rest}`, 308],
    ] as const) {
      const answer = await visit(from, own);
      expect([answer.status, answer.headers.location]).toEqual([status, `/workbench/?${rest}`]);
    }
    const several = await visit('/workbench/?token=old&project=a&project=b&kata=k1', own);
    expect(several.headers.location).toBe('/workbench/?kata=k1');
  });

  test('a look at the head of the link does not use it up', async () => {
    expect((await visit(pathOf(coaching.url), {}, 'HEAD')).status).toBe(401);
    expect((await visit(pathOf(coaching.url))).status).toBe(303);
  });

  test('a link leads to the Workbench only, whatever it names', async () => {
    const own = await cookie();
    for (const project of ['//evil.example', '../../x', 'a\r\nSet-Cookie: b', '<script>']) {
      const answer = await visit(`/workbench/?token=old&project=${encodeURIComponent(project)}`, own);
      expect(answer.headers.location).toBe('/workbench/');
    }
  });

  test('nobody without the cookie gets the page, and is told how to', async () => {
    const answer = await visit(WORKBENCH_PATH);
    expect([answer.status, answer.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('practice-server coach');
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    const forged = { Cookie: `af_practice_workbench=${Date.now() + 1e9}.${'x'.repeat(43)}` };
    expect((await visit(WORKBENCH_PATH, forged)).status).toBe(401);
  });

  test('no page of another site can lead here, even with the cookie', async () => {
    const own = await cookie();
    for (const site of ['cross-site', 'same-site'])
      expect((await visit(WORKBENCH_PATH, { ...own, 'Sec-Fetch-Site': site })).status).toBe(403);
    expect((await visit(WORKBENCH_PATH, { ...own, Origin: 'http://localhost:3000' })).status).toBe(401);
  });

  test('the page may run its own scripts and talk to this daemon, and is framed by nobody', async () => {
    const { headers } = await visit(WORKBENCH_PATH, await cookie());
    const { port } = coaching.daemon.daemon;
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(`connect-src 'self' ws://localhost:${port} ws://127.0.0.1:${port}`);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache',
    });
  });

  test('files with a hash in their names are kept, the others are asked for again', async () => {
    const lasting = await visit('/workbench/assets/page-B7XX2EF7.js');
    expect(lasting.text).toBe('console.log("page")');
    expect(lasting.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const asked = await visit('/workbench/assets/styles.css');
    expect(asked.headers).toMatchObject({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' });
    const again = await visit('/workbench/assets/styles.css', { 'If-None-Match': String(asked.headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await visit('/workbench/assets/styles.css', {}, 'HEAD')).text).toBe('');
    expect((await visit('/workbench/assets/page-workbench.js')).headers['cache-control']).toBe('no-cache');
  });

  test('what the page is made of does nothing by itself, and is for this page alone', async () => {
    const alone = {
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    };
    for (const path of ['assets/page-B7XX2EF7.js', 'assets/styles.css', 'assets/page-workbench.js']) {
      const whole = await visit(`/workbench/${path}`);
      expect([path, whole.status, whole.headers]).toEqual([path, 200, expect.objectContaining(alone)]);
      const head = await visit(`/workbench/${path}`, {}, 'HEAD');
      const again = await visit(`/workbench/${path}`, { 'If-None-Match': String(whole.headers.etag) });
      for (const { headers } of [head, again]) {
        expect(headers).toMatchObject(alone);
        for (const name of ['etag', 'cache-control'] as const) expect(headers[name]).toBe(whole.headers[name]);
      }
    }
    // Where the token is in the address, it is told to nobody.
    expect((await visit(pathOf(coaching.url))).headers).toMatchObject(alone);
  });

  test('a file that there is not is said so in JSON, and nobody keeps that', async () => {
    for (const path of ['assets/page-AAAAAAAA.js', 'assets/no-such.css']) {
      const { status, headers, json } = await visit(`/workbench/${path}`);
      expect([status, json]).toMatchObject([404, { error: 'not_found', message: 'This page has no such file.' }]);
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  test('only files of the page are served, and none of its pages but the first', async () => {
    const own = await cookie();
    for (const path of [
      ...['outside.txt', '../outside.txt', '..%2foutside.txt', '%2e%2e/outside.txt', '..%5coutside.txt'],
      ...['assets/../../outside.txt', 'link.txt', 'assets', 'assets/', 'index.html', 'secret/notes.html'],
      ...['assets/styles.css%00', '%zz'],
    ]) {
      const answer = await visit(`/workbench/${path}`, own);
      expect([path, answer.status, answer.json?.error]).toEqual([path, 404, 'not_found']);
    }
  });

  test('what was not there at the start is not served later', async () => {
    await visit('/workbench/assets/styles.css');
    await writeFile(home.in('site-page', 'page', 'late.txt'), 'late');
    expect((await visit('/workbench/late.txt')).status).toBe(404);
  });

  test('the address without its slash leads to the one with it', async () => {
    const answer = await visit('/workbench?project=first-steps', await cookie());
    expect([answer.status, answer.headers.location]).toEqual([308, '/workbench/?project=first-steps']);
  });

  test('a build without the page says so', async () => {
    await coaching[Symbol.asyncDispose]();
    coaching = await withPage(home.in('nowhere'));
    const answer = await visit(WORKBENCH_PATH, await cookie());
    expect([answer.status, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('npm run build');
    expect((await visit('/workbench/assets/styles.css')).status).toBe(404);
  });
});
