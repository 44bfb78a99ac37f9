import type { Fault } from './fault.js';
import { calm } from './faults/calm.js';
import { CONTENT_FAULTS } from './faults/content.js';
import { daemonFrozen } from './faults/daemon/daemon-frozen.js';
import { daemonKilled } from './faults/daemon/daemon-killed.js';
import { daemonStopped } from './faults/daemon/daemon-stopped.js';
import { databaseDamaged } from './faults/daemon/database-damaged.js';
import { DISCOVERY_FAULTS } from './faults/daemon/discovery-file.js';
import { twoDaemons } from './faults/daemon/two-daemons.js';
import { clockJumps } from './faults/machine/clock-jumps.js';
import { descriptorsOut } from './faults/machine/descriptors-out.js';
import { diskFull } from './faults/machine/disk-full.js';
import { portTaken } from './faults/machine/port-taken.js';
import { tmuxMissing } from './faults/machine/tmux-missing.js';
import { memoryFlood } from './faults/page/memory-flood.js';
import { noAcks } from './faults/page/no-acks.js';
import { slowReader } from './faults/page/slow-reader.js';
import { socketHalfOpen } from './faults/page/socket-half-open.js';
import { socketTerminated } from './faults/page/socket-terminated.js';
import { tabReload } from './faults/page/tab-reload.js';
import { agentInterrupted } from './faults/session/agent-interrupted.js';
import { clientKilled } from './faults/session/client-killed.js';
import { programEnds } from './faults/session/program-ends.js';
import { resizeWhileEnding } from './faults/session/resize-while-ending.js';
import type { Random } from './random.js';

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

/** Rare faults come in the first of this many rounds, counted from the second. */
const RARE_EVERY = 3;

/** What strikes in one round: each fault once, in random order. */
export function roundOf(faults: readonly Fault[], round: number, random: Random): Fault[] {
  const only = faults.every(({ rare }) => rare);
  const now = faults.filter(({ rare }) => only || !rare || round % RARE_EVERY === 1);
  return random.shuffled(now);
}
