import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { COACH_ROUTES } from '@agent-factory/protocol/coach';
import { expect, test } from 'vitest';
import { Home } from '../fixtures/machine/home.js';
import { CAN_MOUNT, OnSmallDisk } from '../fixtures/machine/small-disk.js';
import { send } from '../fixtures/wire/http.js';
import { bearer } from './support/coaching.js';
import { TestPage } from './support/test-page.js';

const START = { line: 1, column: 1 };

test.skipIf(!CAN_MOUNT)(
  '[workbench full-disk] a disk that fills up leaves the file as it was and what is typed where it is; with space again, it is saved',
  async () => {
    await using home = await Home.make();
    const folder = home.in('work');
    await using daemon = new OnSmallDisk(home, [], folder);
    expect((await daemon.ask('/health')).status).toBe(200);
    writeFileSync(daemon.on('a.txt'), 'old');
    const headers = await bearer(home);
    const { port } = JSON.parse(await home.read('.af-practice-server.json'));
    const { json } = await send(`http://127.0.0.1:${port}${COACH_ROUTES.open.path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ path: folder }),
    });
    const { page } = await TestPage.open(port, json.project.id, headers);
    using _ = page;
    page.send('file:open', { path: 'a.txt' });
    const { version } = (await page.next('fs:content')).payload;
    const content = 'typed\n'.repeat(50_000);
    page.send('buffer:update', { path: 'a.txt', content, cursorPosition: START });
    daemon.fillUp();
    page.send('file:save', { path: 'a.txt', content, version }, 'full');
    expect(await page.next('fs:save_error')).toMatchObject({
      id: 'full',
      payload: {
        path: 'a.txt',
        code: 'storage_full',
        error: expect.stringMatching(/disk is full.*a\.txt is as it was/),
      },
    });
    expect(readFileSync(daemon.on('a.txt'), 'utf8')).toBe('old');
    rmSync(daemon.on('last'));
    // It fits what the daemon has kept: otherwise it would ask for the whole text.
    const end = content.length;
    const changes = [{ from: end, to: end, insert: 'more' }];
    page.send('buffer:update', { path: 'a.txt', changes, length: end, cursorPosition: START });
    page.send('file:save', { path: 'a.txt', content: `${content}more`, version }, 'again');
    expect(await page.next('fs:save_ack')).toMatchObject({ id: 'again', payload: { success: true } });
    expect(readFileSync(daemon.on('a.txt'), 'utf8')).toBe(`${content}more`);
    expect(page.told.filter(({ type }) => type === 'connection:error')).toEqual([]);
  },
);
