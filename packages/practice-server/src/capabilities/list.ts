import type { Capability } from './capability.js';
import { hints } from './hints.js';
import { progress } from './progress.js';
import { watch } from './watch.js';

/** Every capability of this daemon. Nothing else names one. */
export const CAPABILITIES: readonly Capability[] = [progress, hints, watch];
