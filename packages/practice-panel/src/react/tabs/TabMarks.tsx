import type { AgentState } from '@agent-factory/protocol/events';
import { useEffect, useState } from 'react';
import { mostUrgent } from '../../client/agent-state/most-urgent.js';
import { eventsOf } from '../../client/events/events-of.js';
import { AgentMark } from '../agent-state/AgentMark.js';
import { useAgentState } from '../agent-state/use-agent-state.js';
import { usePracticeClient } from '../context.js';
import type { TabFacts } from './panel-tab.js';

/** On the tab of the exercise: what the agent in its terminal does. */
export function TerminalMark({ exercise }: Pick<TabFacts, 'exercise'>) {
  return <AgentMark state={useAgentState(exercise?.id)} />;
}

/** On the tab of conversations: what their agents do, as far as it was heard since the panel was opened. */
export function ChatMark() {
  const { server } = usePracticeClient();
  const [states, setStates] = useState<ReadonlyMap<string, AgentState>>(new Map());
  useEffect(() => {
    return eventsOf(server).follow({
      onEvent({ type, conversationId, data }) {
        if (type !== 'agent_state' || conversationId === undefined) return;
        setStates((known) => new Map(known).set(conversationId, data.state));
      },
    });
  }, [server]);
  return <AgentMark state={mostUrgent(states.values())} />;
}
