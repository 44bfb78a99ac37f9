import { NDJSON } from '@agent-factory/protocol';
import { CRITERION } from '../../world/content.js';
import type { Act } from '../act.js';

/** Check My Work, at once or row by row. */
export const check: Act = {
  name: 'check',
  share: 3,
  inShell: false,
  async act({ world, session: { exerciseId }, random }) {
    const accept = random.chance(0.5) ? NDJSON : 'application/json';
    const { text } = await world.ask('/exercises/verify', { body: { exerciseId }, accept });
    if (!text.includes('"status":"failed"')) throw new Error(`a check said ${text.slice(0, 300)}`);
  },
};

export const hint: Act = {
  name: 'hint',
  share: 1,
  inShell: false,
  async act({ world, session: { exerciseId } }) {
    // The next rung may not be open yet, which is an answer like any other.
    const { status, text } = await world.ask('/exercises/hint', { body: { exerciseId, criterion: CRITERION } });
    if (status >= 500) throw new Error(`a hint was answered by ${status}: ${text.slice(0, 300)}`);
  },
};

/** Looks at the exercises there are. */
export const list: Act = {
  name: 'list',
  share: 1,
  inShell: false,
  async act({ world }) {
    const { status, text } = await world.ask('/exercises');
    if (status !== 200) throw new Error(`/exercises answered ${status}: ${text.slice(0, 300)}`);
  },
};
