import { createWriteStream } from 'node:fs';
import { rm, stat, statfs, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '../../../machine/wait-until.js';
import type { Fault } from '../../fault.js';
import { messageOf } from '../../world/requests.js';
import { resetSpare, startSpare } from '../spare.js';

/** Nothing, or so little that some steps of a start succeed and a later one does not. */
const LEFT_BYTES = [0, 8, 24, 48, 96].map((kilobytes) => kilobytes * 1024);

/** Half of the disk is the student's once the filler is gone. */
const ROOM_BYTES = 32 * 1024 * 1024;
const ROOM_WITHIN_MS = 5000;

const CHUNK = Buffer.alloc(64 * 1024, 1);
const FULL_FOR_MS = [300, 1500] as const;

export const diskFull: Fault = {
  name: 'disk-full',
  does: 'the disk with the home is full for a moment, and an exercise is started on it',
  after: 'that start was answered, and the exercise starts once there is room',
  lacking: ({ home }) => (home.onSmallDisk ? undefined : 'mounting a small disk for it needs root'),
  async strike({ world, random }) {
    const filler = join(world.home.path, 'filler');
    const exerciseId = world.nextSpare();
    const problems: string[] = [];
    try {
      await fill(filler);
      await truncate(filler, (await stat(filler)).size - random.pick(LEFT_BYTES));
      // Which answer is up to the daemon.
      await world.ask('/exercises/start', { body: { exerciseId, agent: 'shell' } }).catch((error: unknown) => {
        problems.push(messageOf(error));
      });
      await pause(random.between(...FULL_FOR_MS));
    } finally {
      await rm(filler, { force: true });
      await roomIn(world.home.path);
    }
    problems.push(...(await startSpare(world, exerciseId)));
    return [...problems, ...(await resetSpare(world, exerciseId))];
  },
};

/** Resolves when whoever wrote the removed files no longer holds them. */
function roomIn(folder: string): Promise<true> {
  return waitUntil(
    async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize > ROOM_BYTES || undefined;
    },
    () => 'the disk stays full',
    ROOM_WITHIN_MS,
  );
}

/** Writes until nothing more goes in; the last bytes one by one. */
async function fill(path: string): Promise<void> {
  for (const chunk of [CHUNK, CHUNK.subarray(0, 1024), CHUNK.subarray(0, 1)]) {
    const file = createWriteStream(path, { flags: 'a' });
    await new Promise<void>((resolve) => {
      file.on('error', () => resolve());
      const more = (): void => void file.write(chunk, (error) => (error ? undefined : more()));
      more();
    });
    file.destroy();
  }
}
