import type { ChildProcess } from 'node:child_process';
import type { Fault } from '../../fault.js';
import { endsWithin, hasEnded } from '../../world/daemons.js';

/** The loser waits three seconds for a winner that is slow. */
const LOSES_WITHIN_MS = 15_000;

export const twoDaemons: Fault = {
  name: 'two-daemons',
  does: 'the daemon is killed, and two are started at once',
  after: 'one of them serves, and the other ends by itself with 0',
  async strike({ world }) {
    await world.daemons.kill();
    const both = [world.daemons.launch(), world.daemons.launch()];
    const loser = await firstToEnd(both);
    const [winner = world.daemons.launch()] = both.filter((child) => child !== loser && !hasEnded(child));
    await world.daemons.adopt(winner);
    if (loser === undefined) {
      both.find((child) => child !== winner)?.kill('SIGKILL');
      return ['two daemons serve one home'];
    }
    return loser.exitCode === 0 ? [] : [`the daemon that came second ended with ${loser.exitCode}`];
  },
};

async function firstToEnd(children: readonly ChildProcess[]): Promise<ChildProcess | undefined> {
  const ends = children.map(async (child) => ((await endsWithin(child, LOSES_WITHIN_MS)) ? child : undefined));
  return Promise.race(ends);
}
