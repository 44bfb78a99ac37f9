import { agentInterrupted } from './faults/agent-interrupted.js';
import { calm } from './faults/calm.js';
import { clientKilled } from './faults/client-killed.js';
import { clockJumps } from './faults/clock-jumps.js';
import { CONTENT_FAULTS } from './faults/content.js';
import { daemonFrozen } from './faults/daemon-frozen.js';
import { daemonKilled } from './faults/daemon-killed.js';
import { daemonStopped } from './faults/daemon-stopped.js';
import { databaseDamaged } from './faults/database-damaged.js';
import { descriptorsOut } from './faults/descriptors-out.js';
import { DISCOVERY_FAULTS } from './faults/discovery-file.js';
import { diskFull } from './faults/disk-full.js';
import { memoryFlood } from './faults/memory-flood.js';
import { noAcks } from './faults/no-acks.js';
import { portTaken } from './faults/port-taken.js';
import { programEnds } from './faults/program-ends.js';
import { resizeWhileEnding } from './faults/resize-while-ending.js';
import { slowReader } from './faults/slow-reader.js';
import { socketHalfOpen } from './faults/socket-half-open.js';
import { socketTerminated } from './faults/socket-terminated.js';
import { tabReload } from './faults/tab-reload.js';
import { tmuxMissing } from './faults/tmux-missing.js';
import { twoDaemons } from './faults/two-daemons.js';
import type { Practised } from './practised.js';
import type { Random } from './random.js';
import type { World } from './world.js';

interface Strike {
  readonly world: World;
  readonly random: Random;
  /** Whom it hits, where it hits one session alone. */
  readonly victim: Practised;
}

/** Something that breaks around the student, and is mended again. */
export interface Fault {
  readonly name: string;
  readonly does: string;
  /** What must be so afterwards, beside what always must. */
  readonly after: string;
  /** In one round of three. */
  readonly rare?: boolean;
  /** Nothing breaks, so whatever the student does has to succeed. */
  readonly harmless?: boolean;
  /** Its victim, or all of them, belong to the fault meanwhile; the student works in the others. */
  readonly occupies?: 'victim' | 'all';
  /** Why it cannot be done on this machine. */
  lacking?(world: World): string | undefined;
  /** Breaks and mends, while the student goes on. Gives what was not as `after` says. */
  strike(strike: Strike): Promise<readonly string[]>;
}

export const FAULTS: readonly Fault[] = [
  calm,
  socketTerminated,
  socketHalfOpen,
  noAcks,
  slowReader,
  memoryFlood,
  tabReload,
  clientKilled,
  programEnds,
  resizeWhileEnding,
  agentInterrupted,
  daemonKilled,
  daemonStopped,
  daemonFrozen,
  twoDaemons,
  portTaken,
  ...DISCOVERY_FAULTS,
  ...CONTENT_FAULTS,
  clockJumps,
  diskFull,
  descriptorsOut,
  tmuxMissing,
  databaseDamaged,
];

/** Rare faults come in the first of so many rounds, counted from the second. */
const RARE_EVERY = 3;

/** What strikes in one round: each fault once, in an order of chance. */
export function roundOf(faults: readonly Fault[], round: number, random: Random): Fault[] {
  const only = faults.every(({ rare }) => rare);
  const now = faults.filter(({ rare }) => only || !rare || round % RARE_EVERY === 1);
  return random.shuffled(now);
}
