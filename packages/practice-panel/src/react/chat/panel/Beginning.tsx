import type { AgentSummary } from '@agent-factory/protocol/agents';
import { NextStep } from '../../agents/AgentRow.js';
import { Beginnings } from '../beginnings/Beginnings.js';

interface BeginningProps {
  readonly title: string;
  readonly agent: AgentSummary | undefined;
}

/** Before the first message: what this is, and what the agent still needs, or else ways to begin. */
export function Beginning({ title, agent }: BeginningProps) {
  const step = agent?.tooOld?.chat?.next ?? agent?.next;
  return (
    <div className="practice-chat-thread">
      <div className="practice-chat-beginning">
        <p>
          Ask {agent?.name ?? 'your agent'} about <strong>{title}</strong>. It runs on your own computer, with your own
          account.
        </p>
        {step ? (
          <section aria-label={step.title}>
            <h3>{step.title}</h3>
            <NextStep step={step} />
          </section>
        ) : (
          <Beginnings agent={agent} />
        )}
      </div>
    </div>
  );
}
