import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exercise, lessons, writeLessons } from '../fixtures/lessons.js';
import { Home } from '../fixtures/machine/home.js';
import { CAN_MOUNT, OnSmallDisk } from '../fixtures/machine/small-disk.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { TestTerminal } from '../fixtures/wire/terminal.js';
import { eventsOf } from './cast.js';

const ID = JSON.stringify({ exerciseId: 'first-steps' });

test.skipIf(!CAN_MOUNT)(
  'a recording on a disk that gets full ends with that reason and whole events; its session goes on',
  async () => {
    await using home = await Home.make();
    const content = await writeLessons(home.in('site'), lessons(exercise()));
    await using daemon = new OnSmallDisk(home, ['--content', content]);
    const { json } = await daemon.ask('/exercises/start', ID);
    using terminal = new TestTerminal(json.wsUrl, { origin: 'http://localhost:3000' });
    await terminal.attached();
    try {
      expect((await daemon.ask('/recordings/start', ID)).status).toBe(200);
      daemon.fill();
      terminal.type('head -c 300000 /dev/zero | tr "\\0" x; echo "still $((40+2))"\r');
      const recording = await waitUntil('the recording has ended', async () => {
        const [found] = (await daemon.ask('/recordings')).json.recordings;
        return found.recording === false && found;
      });
      expect(recording).toMatchObject({ endedBy: 'disk_full', truncated: true });
      const text = readFileSync(daemon.on(`recordings/${recording.id}.cast`), 'utf8');
      expect(eventsOf(text).header.version).toBe(3);
      expect(Buffer.byteLength(text)).toBe(recording.bytes);
      expect(terminal.frames.findLast(({ type }) => type === 'capability')).toMatchObject({
        state: { recording: false, endedBy: 'disk_full' },
      });
      await terminal.shows('still 42');
      // One that cannot even begin says why, and leaves nothing.
      daemon.fillUp();
      const { status, json: refused } = await daemon.ask('/recordings/start', ID);
      expect([status, refused.error]).toEqual([507, 'storage_full']);
      expect((await daemon.ask('/recordings')).json.recordings).toHaveLength(1);
    } finally {
      await daemon.ask('/exercises/reset', ID);
    }
  },
);
