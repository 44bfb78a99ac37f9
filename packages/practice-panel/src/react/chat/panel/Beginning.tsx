import type { AgentSummary } from '@agent-factory/protocol/agents';
import { NextStep } from '../../agents/AgentRow.js';
import { Beginnings } from '../beginnings/Beginnings.js';

interface BeginningProps {
  readonly title: string;
  readonly agent: AgentSummary | undefined;
}

/** Before the first message: what this is, and what the agent still needs, or else ways to begin. */
export function Beginning({ title, agent }: BeginningProps) {
  return (
    <div className="practice-chat-thread">
      <div className="practice-chat-beginning">
        <p>
          Ask {agent?.name ?? 'your agent'} about <strong>{title}</strong>. It runs on your own computer, with your own
          account.
        </p>
        {agent?.next ? (
          <section aria-label={agent.next.title}>
            <h3>{agent.next.title}</h3>
            <NextStep step={agent.next} />
          </section>
        ) : (
          <Beginnings agent={agent} />
        )}
      </div>
    </div>
  );
}
