import type { AgentSummary } from '@agent-factory/protocol/agents';
import { useId } from 'react';
import { Commands } from '../parts/CommandLine.js';
import { type AgentUse, canBeUsed, readiness } from './agent-words.js';

interface AgentRowProps {
  readonly agent: AgentSummary;
  readonly use: AgentUse;
  /** Of the group of radio buttons. */
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** An agent, how ready it is and, where it is chosen and something is missing, the next step. */
export function AgentRow({ agent, use, name, isChosen, onChoose }: AgentRowProps) {
  const id = useId();
  const isReady = canBeUsed(agent, use) && agent.installed && agent.signedIn !== false;
  return (
    <li className="practice-agent" data-chosen={isChosen}>
      <div className="practice-agent-line">
        <input
          type="radio"
          id={id}
          name={name}
          checked={isChosen}
          disabled={!canBeUsed(agent, use)}
          aria-describedby={`${id}-state`}
          onChange={onChoose}
        />
        <label htmlFor={id}>
          {agent.name}
          {agent.isCustom && <span className="practice-muted"> (yours)</span>}
        </label>
        <span id={`${id}-state`} className="practice-agent-state" data-ready={isReady}>
          {readiness(agent, use)}
        </span>
      </div>
      {isChosen && agent.next && <NextStep step={agent.next} />}
    </li>
  );
}

export function NextStep({ step }: { readonly step: NonNullable<AgentSummary['next']> }) {
  return (
    <div className="practice-agent-next">
      <p>{step.message}</p>
      <Commands commands={step.commands} />
    </div>
  );
}
