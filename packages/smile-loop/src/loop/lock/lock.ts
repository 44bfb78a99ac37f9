import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { SmileError } from '../../contract/errors.js';
import { Generations } from './generations.js';
import { mayRun, type Owner, ownerFrom, ownerHere } from './owner.js';

/** That no other loop of this user runs. */
export interface Lock extends AsyncDisposable {
  /** May be called again. */
  release(): Promise<void>;
}

/** Where the lock is: `$SMILE_HOME`, or `.smile` in the home folder. */
export function smileHome(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return env.SMILE_HOME || join(homedir(), '.smile');
}

/**
 * Takes the lock for this process; from an owner that is gone, too. Throws `loop_running` with `runId`, `pid` and `host`
 * while another loop runs, be it of this same process.
 */
export async function acquireLock(home: string, runId: string): Promise<Lock> {
  const generations = new Generations(join(home, 'lock'));
  const owner = await ownerHere(runId);
  for (;;) {
    const highest = await generations.highest();
    await refuseIfHeld(generations, highest);
    if (await generations.take(highest + 1, owner)) {
      await generations.removeBelow(highest + 1);
      return held(generations, highest + 1, owner);
    }
    // Another taker was first. Whether it still runs is for the next round to see.
  }
}

async function refuseIfHeld(generations: Generations, highest: number): Promise<void> {
  const text = highest === 0 ? undefined : await generations.read(highest);
  const owner = text === undefined ? undefined : ownerFrom(text);
  if (owner !== undefined && (await mayRun(owner))) throw loopRunning(owner, generations.pathOf(highest));
}

function loopRunning(owner: Owner, path: string): SmileError {
  const { pid, runId, host } = owner;
  const how =
    host === hostname()
      ? `Wait for it, or stop it with "kill ${pid}".`
      : `It was started on the machine "${host}". Stop it there; if it no longer runs, remove ${path}.`;
  return new SmileError('loop_running', `Another loop is running: run ${runId}, process ${pid}. ${how}`, {
    runId,
    pid,
    host,
  });
}

function held(generations: Generations, generation: number, owner: Owner): Lock {
  let released: Promise<void> | undefined;
  const release = () => {
    released ??= generations.replace(generation, { ...owner, released: true });
    return released;
  };
  return { release, [Symbol.asyncDispose]: release };
}
