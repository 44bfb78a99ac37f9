import { rm, writeFile } from 'node:fs/promises';
import type { Fault } from '../../fault.js';
import { endsWithin } from '../../world/daemons.js';
import type { World } from '../../world/world.js';

/** It asks whoever the file names, and waits three seconds for a winner. */
const ENDS_WITHIN_MS = 15_000;

const WAYS: Readonly<Record<string, { does: string; spoil(world: World): Promise<void> }>> = {
  garbage: {
    does: 'the discovery file holds garbage',
    spoil: ({ home }) => writeFile(home.discoveryPath, '{"port": 31'),
  },
  removed: {
    does: 'the discovery file is removed',
    spoil: ({ home }) => rm(home.discoveryPath, { force: true }),
  },
  stale: {
    does: 'the discovery file names a port that belongs to a program that answers 101 and hangs',
    async spoil({ home, content }) {
      await content.become('upgrades');
      const stale = {
        port: content.port,
        pid: process.pid,
        startedAt: new Date(0).toISOString(),
        token: 'x'.repeat(43),
      };
      await writeFile(home.discoveryPath, JSON.stringify(stale));
    },
  },
};

/** A second daemon is started while the file is wrong; then the first is killed and must recover. */
export const DISCOVERY_FAULTS: readonly Fault[] = Object.entries(WAYS).map(([name, { does, spoil }]) => ({
  name: `discovery-${name}`,
  does: `${does}; a second daemon is started, and the first killed and started again`,
  after: 'the second ends by itself, and the first writes a correct file',
  async strike({ world }) {
    const { daemons, content } = world;
    await spoil(world);
    const second = daemons.launch();
    const ended = await endsWithin(second, ENDS_WITHIN_MS);
    if (!ended) second.kill('SIGKILL');
    await daemons.kill();
    await spoil(world);
    try {
      await daemons.start();
    } finally {
      await content.become('well');
    }
    return ended ? [] : [`a second daemon did not end within ${ENDS_WITHIN_MS} ms`];
  },
}));
