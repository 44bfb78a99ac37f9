import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Home } from '../fixtures/machine/home.js';
import { CAN_MOUNT, OnSmallDisk } from '../fixtures/machine/small-disk.js';
import { progressDocument } from '../fixtures/progress-document.js';

const document = JSON.stringify(progressDocument('exercise', 300, 60));

test.skipIf(!CAN_MOUNT)(
  'an import on a full disk says so, keeps nothing of it, and is taken once there is space; the daemon goes on',
  async () => {
    await using home = await Home.make();
    await using daemon = new OnSmallDisk(home);
    expect((await daemon.ask('/progress')).json.exercises).toEqual([]);
    daemon.fill();
    const { status, json } = await daemon.ask('/progress/import', document);
    expect([status, json.error, json.path]).toEqual([507, 'storage_full', home.in('.af-practice', 'state.db')]);
    expect((await daemon.ask('/progress')).json.exercises).toEqual([]);
    // The log is on that disk too.
    for (let index = 0; index < 20; index += 1) expect((await daemon.ask('/nothing')).status).toBe(404);
    rmSync(daemon.on('filler'));
    expect((await daemon.ask('/progress/import', document)).json).toMatchObject({ added: 300 });
    expect((await daemon.ask('/progress')).json.exercises).toHaveLength(300);
  },
);
