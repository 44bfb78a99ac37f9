import { agents } from './agents.js';
import type { Capability } from './capability.js';
import { coach } from './coach.js';
import { conversations } from './conversations.js';
import { hints } from './hints.js';
import { nudges } from './nudges.js';
import { progress } from './progress.js';
import { recordings } from './recordings.js';
import { stages } from './stages.js';
import { watch } from './watch.js';

/** Every capability of this daemon. Nothing else names one. */
export const CAPABILITIES: readonly Capability[] = [
  progress,
  stages,
  hints,
  watch,
  agents,
  conversations,
  recordings,
  nudges,
  coach,
];
