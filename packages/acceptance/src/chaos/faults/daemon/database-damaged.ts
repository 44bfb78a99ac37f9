import { open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from '../../fault.js';
import type { Random } from '../../random.js';
import type { Practised } from '../../world/practised.js';
import type { World } from '../../world/world.js';

const PAGE_BYTES = 4096;

export const databaseDamaged: Fault = {
  name: 'database-damaged',
  does: 'the database is damaged while no daemon runs: its header, a page of it, all of it, or its log',
  after: 'the daemon starts, Check My Work works, and the pages come back, with a new ticket where the old one is lost',
  rare: true,
  async strike({ world, random }) {
    await world.daemons.stop();
    await damage(join(world.home.statePath, 'state.db'), random);
    await world.daemons.start();
    const checks = await Promise.all(world.sessions.map((session) => checkProblems(world, session)));
    return checks.flat();
  },
};

async function checkProblems(world: World, { exerciseId, expected }: Practised): Promise<string[]> {
  if (expected === undefined) return [];
  const { status, text } = await world.ask('/exercises/verify', { body: { exerciseId } });
  return status === 200
    ? []
    : [`Check My Work of ${exerciseId}, which runs, answered ${status}: ${text.slice(0, 200)}`];
}

async function damage(path: string, random: Random): Promise<void> {
  const ways = [
    () => writeFile(path, random.word(PAGE_BYTES)),
    () => rm(path, { force: true }),
    () => overwrite(path, 0, Buffer.from(random.word(100))),
    async () => {
      const pages = Math.floor((await stat(path)).size / PAGE_BYTES);
      await overwrite(path, random.between(1, Math.max(1, pages - 1)) * PAGE_BYTES, Buffer.alloc(PAGE_BYTES, 0xff));
    },
    () => writeFile(`${path}-wal`, random.word(PAGE_BYTES)),
  ];
  await random.pick(ways)();
}

async function overwrite(path: string, at: number, bytes: Buffer): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.write(bytes, 0, bytes.length, at);
  } finally {
    await file.close();
  }
}
