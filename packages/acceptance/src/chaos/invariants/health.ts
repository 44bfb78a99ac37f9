import type { Invariant } from '../invariant.js';

const ANSWERS_WITHIN_MS = 2000;

export const health: Invariant = {
  name: 'health',
  holds: 'the daemon lives, answers /health within 2 s, can start exercises, and has met no unexpected fault',
  async check(world) {
    const { crash } = world.daemons;
    if (crash !== undefined) return [crash];
    const { status, text } = await world.ask('/health', { timeoutMs: ANSWERS_WITHIN_MS });
    if (status !== 200) return [`/health answered ${status}: ${text.slice(0, 200)}`];
    const { healthy, reason, faults } = JSON.parse(text) as Record<string, unknown>;
    return [
      ...(healthy === true ? [] : [`/health says it cannot start exercises: ${reason}`]),
      ...(faults === 0 ? [] : [`/health counts ${faults} faults`]),
    ];
  },
};
