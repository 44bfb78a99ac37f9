import { COACH_ROUTES, COACH_SOCKET_PATH, encodeClientMessage, WORKBENCH_PATH } from '@agent-factory/protocol/coach';
import { expect, type Page } from '@playwright/test';
import { serveSite } from '../../../src/index.js';
import { Desk } from '../../../src/workbench/desk.js';
import { test } from '../room/room.js';
import { WorkbenchPage } from '../room/workbench-page.js';

const HELLO = encodeClientMessage(
  'connection:hello',
  { version: '1', platform: 'test', windowSize: { width: 800, height: 600 } },
  { id: 'hello', timestamp: 0 },
);

/** What a page gets that asks this daemon for a folder of the student: by requests, and by the socket. */
function ask(page: Page, url: string, projectId: string) {
  const socketUrl = `${url.replace('http', 'ws')}${COACH_SOCKET_PATH}?project=${projectId}`;
  const urls = { projects: url + COACH_ROUTES.projects.path, start: url + COACH_ROUTES.start.path, socketUrl };
  return page.evaluate(
    async ({ projects, start, socketUrl, projectId, hello }) => {
      const told = new Promise<string>((resolve) => {
        const socket = new WebSocket(socketUrl);
        socket.onopen = () => socket.send(hello);
        socket.onmessage = ({ data }) => resolve(String(data));
        socket.onclose = ({ code }) => resolve(`closed: ${code}`);
      });
      const body = JSON.stringify({ projectId, size: { cols: 80, rows: 24 } });
      const post = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
      const [listed, started] = await Promise.all([fetch(projects), fetch(start, post)]);
      return { projects: await listed.text(), start: await started.text(), socket: await told };
    },
    { ...urls, projectId, hello: HELLO },
  );
}

test('the token becomes a cookie that no script sees, and without it no page sees a folder [workbench cookie]', async ({
  page,
  files,
  browser,
}) => {
  await using site = await serveSite();
  await using desk = await Desk.open({ tenant: 'shell', files, content: site.url });
  const { url } = desk.daemon;
  const project = await desk.project();
  const workbench = new WorkbenchPage(page);
  // By this name the lesson site's pages send the same cookies.
  await workbench.open(project.url.replace('localhost', '127.0.0.1'));
  const cookies = await page.context().cookies();
  expect(cookies).toMatchObject([{ name: 'af_practice_workbench', httpOnly: true, sameSite: 'Strict' }]);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const own = await ask(page, url, project.id);
  expect(own.projects).toContain('~/code/shop');
  expect(own.socket).toContain('connection:init');

  const lesson = await page.context().newPage();
  const stranger = await browser.newContext();
  const without = await stranger.newPage();
  for (const other of [lesson, without]) {
    await other.goto(site.url);
    const answers = await ask(other, url, project.id);
    expect(answers.projects).toBe('{"projects":[]}');
    expect(answers.start).toContain('project_not_found');
    expect(JSON.stringify(answers), 'neither the folder nor a file').not.toMatch(/shop|README/);
    expect(answers.socket).toMatch(/^closed|"(?:connection:error|error)"/);
  }
  const answer = await without.goto(`${url}${WORKBENCH_PATH}?project=${project.id}`);
  expect(answer?.status()).toBe(401);
  await expect(without.locator('body')).toContainText('practice-server coach');
  await expect(workbench.row('README.md')).toBeVisible();
  await stranger.close();
});
