import type { AgentState } from '@agent-factory/protocol/events';

/** What an agent does, after its name or that of where it does it. */
export const STATE_WORDS: Readonly<Record<AgentState, string>> = {
  starting: 'is starting',
  working: 'is working',
  asking: 'asks you',
  waiting: 'waits for you',
  exited: 'has ended',
};
