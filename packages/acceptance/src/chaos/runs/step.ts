import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault.js';
import { problemsOf } from '../invariants.js';
import { Random } from '../random.js';
import type { Act } from '../student/act.js';
import { doAct, nextAct } from '../student/acts.js';
import type { Practised } from '../world/practised.js';
import type { World } from '../world/world.js';

/** The student is in the middle of something when it breaks. */
const BEFORE_STRIKE_MS = 250;
/** How long an act may go on once the fault is over; then it is given up. */
const GRACE_MS = 2500;
/** How many of the daemon's last lines to report when it ends. */
const WORDS = 14;
/** Random numbers are drawn apart for each part of a step, so that none depends on how another went. */
const PARTS = 16;

/** One fault, and what the student does meanwhile: all of it follows from seed and number. */
export interface Step {
  readonly number: number;
  readonly fault: Fault;
  readonly random: Random;
  readonly victim: Practised;
  readonly acts: ReadonlyArray<{ readonly act: Act; readonly session: Practised; readonly random: Random }>;
}

export function planStep(world: World, fault: Fault, { seed, number }: { seed: number; number: number }): Step {
  const random = Random.of(seed, number * PARTS);
  const victim = random.pick(world.sessions);
  const acts = world.sessions.map((session, n) => {
    const own = Random.of(seed, number * PARTS + n + 1);
    return { act: nextAct(own), session, random: own };
  });
  const free = acts.filter(({ session }) => fault.occupies === undefined || session !== victim);
  return { number, fault, random, victim, acts: fault.occupies === 'all' ? [] : free };
}

export function describeStep({ number, fault, victim, acts }: Step): string {
  const doing = acts.map(({ act, session }) => `${act.name} in ${session.exerciseId}`).join(', ');
  return `${number}. ${fault.name} at ${victim.exerciseId}${doing === '' ? '' : ` during ${doing}`}`;
}

/** Does it, waits until things have settled, and returns everything that is not as it must be. */
export async function runStep(world: World, step: Step): Promise<string[]> {
  const { fault, acts, random, victim } = step;
  const doing = Promise.all(acts.map(({ act, ...scene }) => doAct(act, { world, ...scene })));
  await pause(random.between(0, BEFORE_STRIKE_MS));
  const struck = await fault
    .strike({ world, random, victim })
    .catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
  if (!fault.harmless) await giveUpLater(world, doing);
  const broken = struck.map((problem) => `${fault.name}: ${problem}`);
  // All else would follow from it.
  if (world.daemons.crash !== undefined)
    return [...broken, `${world.daemons.crash}, and said: ${await world.lastWords(WORDS)}`];
  const undone = (await doing).filter((outcome) => outcome !== undefined);
  const begun = await beginWhatEnded(world);
  return [
    ...broken,
    ...(fault.harmless ? undone.map((problem) => `student: ${problem}`) : []),
    ...begun,
    ...(await problemsOf(world)),
  ];
}

async function giveUpLater(world: World, doing: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([doing, pause(GRACE_MS, undefined, { signal: over.signal }).catch(() => {})]);
  over.abort();
  for (const session of world.sessions) session.giveUp();
}

/** A session that the student ended, and that the fault kept from beginning again. */
async function beginWhatEnded({ sessions }: World): Promise<string[]> {
  const ended = sessions.filter(({ expected }) => expected === undefined);
  const outcomes = await Promise.all(
    ended.map((session) =>
      session.begin().then(
        () => [],
        (error: Error) => [`begin: ${session.exerciseId}: ${error.message}`],
      ),
    ),
  );
  return outcomes.flat();
}
