import type { RegistryEntry } from '@agent-factory/protocol';
import type { AgentState } from '@agent-factory/protocol/events';
import { useEffect } from 'react';
import { agentStateOf } from '../../client/agent-state/agent-state-of.js';
import { markTitle } from '../../client/agent-state/page-title.js';
import { callWhenWaiting } from '../../client/agent-state/tutor-calls.js';
import { usePracticeClient } from '../context.js';
import { useSettings } from '../settings/use-settings.js';
import { useAgentState } from './use-agent-state.js';

/** What stands before the title of the page. */
const TITLE_WORDS: Partial<Record<AgentState, string>> = {
  working: 'Working',
  asking: 'Asks you',
  waiting: 'Waiting for you',
};

/** While an exercise is open: tells in the title of the page what its agent does, and calls the student if they want that. */
export function useAgentCalls({ id, title }: RegistryEntry, isOpen: boolean): void {
  const { server } = usePracticeClient();
  const state = useAgentState(id);
  const { notifyWhenWaiting } = useSettings();
  const words = isOpen && state !== undefined ? TITLE_WORDS[state] : undefined;
  useEffect(() => (words === undefined ? undefined : markTitle(words)), [words]);
  const isCalled = isOpen && notifyWhenWaiting;
  useEffect(() => {
    if (!isCalled) return undefined;
    const stateOf = () => agentStateOf(server.getSnapshot(), id);
    return callWhenWaiting({ exerciseId: id, title, stateOf, onChange: server.subscribe });
  }, [server, id, title, isCalled]);
}
