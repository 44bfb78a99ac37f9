import { agents } from './agents.js';
import type { Capability } from './capability.js';
import { conversations } from './conversations.js';
import { hints } from './hints.js';
import { progress } from './progress.js';
import { recordings } from './recordings.js';
import { watch } from './watch.js';

/** Every capability of this daemon. Nothing else names one. */
export const CAPABILITIES: readonly Capability[] = [progress, hints, watch, agents, conversations, recordings];
