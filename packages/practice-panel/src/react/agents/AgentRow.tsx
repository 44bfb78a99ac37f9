import type { AgentSummary } from '@agent-factory/protocol/agents';
import { useId } from 'react';
import { Commands } from '../parts/CommandLine.js';
import { shortcomings } from './ability-words.js';
import { type AgentUse, canBeUsed, isReady, readiness, stepFor } from './agent-words.js';

interface AgentRowProps {
  readonly agent: AgentSummary;
  readonly use: AgentUse;
  /** Of the group of radio buttons. */
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** An agent, how ready it is, what it cannot do and, where something is missing, the next step. */
export function AgentRow({ agent, use, name, isChosen, onChoose }: AgentRowProps) {
  const id = useId();
  const limits = shortcomings(agent, use);
  const step = stepFor(agent, use);
  return (
    <li className="practice-agent" data-chosen={isChosen}>
      <div className="practice-agent-line">
        <input
          type="radio"
          id={id}
          name={name}
          checked={isChosen}
          disabled={!canBeUsed(agent, use)}
          aria-describedby={`${id}-state ${id}-limits`}
          onChange={onChoose}
        />
        <label htmlFor={id}>
          {agent.name}
          {agent.isCustom && <span className="practice-muted"> (yours)</span>}
        </label>
        <span id={`${id}-state`} className="practice-agent-state" data-ready={isReady(agent, use)}>
          {readiness(agent, use)}
        </span>
      </div>
      <p id={`${id}-limits`} className="practice-agent-limits">
        {limits}
      </p>
      {step && <NextStep step={step} />}
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
