import { encodeClientMessage, type TreeNode } from '@agent-factory/protocol/coach';
import { expect, test } from 'vitest';
import { Connection } from '../../src/messages/connection.js';
import { diskNews } from '../../src/workplace/disk/disk-news.js';
import { ProjectDisk } from '../../src/workplace/disk/project-disk.js';
import { Page } from '../../src/workplace/page.js';
import { TreeReadings } from '../../src/workplace/tree-readings.js';
import { makeWorkplace } from '../../src/workplace/workplace.js';
import { CoachDesk, PROJECT } from '../fixtures/coach-desk.js';

const ROOT: TreeNode = { name: 'kata', path: '', type: 'directory', children: [] };

/** Readings that end when they are told to, and what their askers were told. */
function setUp() {
  const ends: ((outcome: TreeNode | Error) => void)[] = [];
  const told: string[] = [];
  const readings = new TreeReadings(
    () =>
      new Promise((resolve, reject) =>
        ends.push((outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome))),
      ),
  );
  const ask = (name: string) =>
    readings.ask({
      onTree: (_root, since) =>
        told.push(`${name}: ${since.map(({ action, path }) => `${action} ${path}`).join(', ') || 'nothing'}`),
      onFailure: (error) => told.push(`${name}: ${error}`),
    });
  const end = async (outcome: TreeNode | Error = ROOT) => {
    ends.shift()?.(outcome);
    // A reading that others wait for begins in the turn after.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { readings, ask, end, told, reading: () => ends.length };
}

test('whoever asks while the tree is read shares the next reading', async () => {
  const { ask, end, told, reading } = setUp();
  for (const name of ['first', 'second', 'third']) ask(name);
  expect(reading()).toBe(1);
  await end();
  expect([told, reading()]).toEqual([['first: nothing'], 1]);
  await end();
  expect([told.slice(1), reading()]).toEqual([['second: nothing', 'third: nothing'], 0]);
});

test('what happened while the tree was read comes with it: the latest of each path, in order', async () => {
  const { readings, ask, end, told } = setUp();
  readings.note({ action: 'add', path: 'before' });
  ask('page');
  readings.note({ action: 'add', path: 'a' });
  readings.note({ action: 'addDir', path: 'b' });
  readings.note({ action: 'change', path: 'c' });
  readings.note({ action: 'unlink', path: 'a' });
  await end();
  readings.note({ action: 'add', path: 'after' });
  ask('later');
  await end();
  expect(told).toEqual(['page: addDir b, unlink a', 'later: nothing']);
});

test('a reading that fails is told to whoever waited for it, and the next one goes on', async () => {
  const { ask, end, told } = setUp();
  ask('first');
  ask('second');
  await end(new Error('gone'));
  await end();
  expect(told).toEqual(['first: Error: gone', 'second: nothing']);
});

test('a page is told again, after its tree, what was told while that was read', async () => {
  await using desk = await CoachDesk.make({ 'a.ts': '' });
  const place = await desk.host.placeOf(PROJECT);
  const workplace = await makeWorkplace({ host: desk.host, place, disk: await ProjectDisk.open(place.folder) });
  const told: string[] = [];
  await new Promise<void>((resolve) => {
    const send = (text: string) => {
      const { type, payload } = JSON.parse(text);
      told.push(`${type} ${payload.path ?? ''}`.trim());
      if (told.length === 4) resolve();
    };
    const page = new Page({ send, waiting: 0, seesFolders: true, close: () => {} });
    workplace.audience.add(page);
    const hello = { version: '1.0.0', platform: 'linux', windowSize: { width: 800, height: 600 } };
    const text = encodeClientMessage('connection:hello', hello, { timestamp: 0 });
    void new Connection(workplace, page, () => {}).receive(text).then(() => {
      diskNews(workplace).onEvents([{ action: 'add', path: 'late.ts' }]);
    });
  });
  expect(told).toEqual(['connection:init', 'fs:tree_update late.ts', 'fs:tree', 'fs:tree_update late.ts']);
});
