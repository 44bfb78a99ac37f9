import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../../fault.js';
import { killClientOf } from '../session/client-killed.js';

const MISSING_FOR_MS = [300, 1500] as const;
/** After a second, the daemon looks up again what it knows about programs. */
const SEEN_AFTER_MS = 1100;
const ASKED_WITHIN_MS = 5000;

export const tmuxMissing: Fault = {
  name: 'tmux-missing',
  does: 'tmux is missing from the PATH for a moment, in which sessions are asked for, a tab is reloaded, and a tmux client ends',
  after: 'no session is forgotten, and everything goes on once it is back',
  async strike({ world, random, victim }) {
    const bringBack = await world.home.hide('tmux');
    try {
      if (random.chance(0.5)) victim.openPage();
      if (random.chance(0.5)) await killClientOf(world, victim);
      for (const path of ['/exercises/sessions', '/exercises'])
        await world.ask(path, { timeoutMs: ASKED_WITHIN_MS }).catch(() => {});
      await pause(random.between(...MISSING_FOR_MS));
    } finally {
      await bringBack();
    }
    await world.ask('/health').catch(() => {});
    await pause(SEEN_AFTER_MS);
    await world.ask('/health').catch(() => {});
    return [];
  },
};
