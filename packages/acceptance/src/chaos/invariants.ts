import type { Invariant } from './invariant.js';
import { agentsOnce } from './invariants/agents-once.js';
import { answering } from './invariants/answering.js';
import { connected } from './invariants/connected.js';
import { database } from './invariants/database.js';
import { descriptors } from './invariants/descriptors.js';
import { files } from './invariants/files.js';
import { health } from './invariants/health.js';
import { orphans } from './invariants/orphans.js';
import { screens } from './invariants/screens.js';
import { sessions } from './invariants/sessions.js';
import type { World } from './world/world.js';

/** In this order: each may rely on those before it. The screens come before anything is typed into them. */
export const INVARIANTS: readonly Invariant[] = [
  health,
  sessions,
  connected,
  screens,
  answering,
  files,
  database,
  agentsOnce,
  orphans,
  descriptors,
];

/** Longest time a check may take, in milliseconds: one that hangs is a finding too. */
const CHECK_WITHIN_MS = 60_000;

/** What does not hold now, each sentence preceded by the name of its invariant. */
export async function problemsOf(world: World, invariants = INVARIANTS): Promise<string[]> {
  const broken = new Set<string>();
  const all: string[] = [];
  for (const invariant of invariants) {
    if (invariant.needs?.some((name) => broken.has(name))) continue;
    const problems = await problemsIn(invariant, world);
    if (problems.length > 0) broken.add(invariant.name);
    all.push(...problems.map((problem) => `${invariant.name}: ${problem}`));
  }
  return all;
}

/** A check that fails or hangs is a problem too. */
async function problemsIn(invariant: Invariant, world: World): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve([`could not be checked within ${CHECK_WITHIN_MS} ms`]), CHECK_WITHIN_MS);
  });
  const told = invariant
    .check(world)
    .catch((error: unknown) => [`could not be checked: ${error instanceof Error ? error.message : String(error)}`]);
  return Promise.race([told, late]).finally(() => clearTimeout(timer));
}
