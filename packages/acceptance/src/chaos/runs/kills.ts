import { setTimeout as pause } from 'node:timers/promises';
import { differingCells } from '../../grid/compare.js';
import { differencesFromTmux } from '../../grid/same-screen.js';
import { Random } from '../random.js';
import { comeToPrompt, comeToShell } from '../student/shell.js';
import type { Practised } from '../world/practised.js';
import { World } from '../world/world.js';

/** From the first answer of the new daemon to the page's own screen. */
const BACK_WITHIN_MS = 2000;
/** How long to wait for a page that is later than that, to say by how much. */
const WAITS_MS = 20_000;
const FLOODS_WITHIN_MS = 10_000;
const FLOODS_FOR_MS = [50, 600] as const;

export interface Kills {
  done: number;
  reconnects: number;
  late: number;
  slowestMs: number;
  differingCells: number;
  readonly problems: string[];
}

interface KillsOptions {
  readonly kills: number;
  readonly seed: number;
  readonly stop: AbortSignal;
  readonly tell: (text: string) => void;
}

/** Kills the daemon again and again while three sessions print without end. */
export async function runKills({ kills, seed, stop, tell }: KillsOptions): Promise<Kills> {
  const sessions = (['words', 'numbers', 'agents'] as const).map((id) => [id, 'shell'] as const);
  const world = await World.open({ sessions, smallDisk: false });
  const sum: Kills = { done: 0, reconnects: 0, late: 0, slowestMs: 0, differingCells: 0, problems: [] };
  try {
    while (sum.done < kills && !stop.aborted && sum.problems.length === 0) {
      await killOnce(world, sum, Random.of(seed, sum.done)).catch((error: Error) => sum.problems.push(error.message));
      sum.done += 1;
      if (sum.done % 10 === 0) tell(`${sum.done} kills, slowest reconnect ${sum.slowestMs.toFixed(0)} ms\n`);
    }
    if (sum.problems.length > 0) tell(`${await world.lastWords(20)}\n`);
    return sum;
  } finally {
    await world[Symbol.asyncDispose]();
  }
}

async function killOnce(world: World, sum: Kills, random: Random): Promise<void> {
  await Promise.all(world.sessions.map((session) => floodIn(session, random.word(70))));
  await pause(random.between(...FLOODS_FOR_MS));
  const killedAt = performance.now();
  await world.daemons.kill();
  await world.daemons.start();
  const healthyAt = performance.now();
  await Promise.all(
    world.sessions.map(async (session) => {
      const { page } = session;
      const isBack = () => page.status === 'attached' && page.attachedAt > killedAt && page.role === 'writer';
      await page.until(isBack, `${session.exerciseId} after a kill`, WAITS_MS);
      const tookMs = Math.max(0, page.attachedAt - healthyAt);
      sum.reconnects += 1;
      sum.slowestMs = Math.max(sum.slowestMs, tookMs);
      if (tookMs > BACK_WITHIN_MS) sum.late += 1;
      page.type('\x03');
      await comeToPrompt(session);
      sum.differingCells += differingCells(await differencesFromTmux(session.pane, page));
    }),
  );
}

async function floodIn(session: Practised, word: string): Promise<void> {
  await comeToShell(session);
  session.page.type(`yes ${word}\r`);
  await session.page.shows(`\n${word}\n${word}`, FLOODS_WITHIN_MS);
}

export function killsAsText({ done, reconnects, late, slowestMs, differingCells: cells, problems }: Kills): string {
  return [
    ...problems.map((problem) => `✗ ${problem}`),
    `${done} kills, ${reconnects} reconnects, ${late} later than ${BACK_WITHIN_MS} ms, the slowest ${slowestMs.toFixed(0)} ms`,
    `${cells} cells differ`,
    '',
  ].join('\n');
}

export function killsHold({ late, differingCells: cells, problems }: Kills): boolean {
  return late === 0 && cells === 0 && problems.length === 0;
}
