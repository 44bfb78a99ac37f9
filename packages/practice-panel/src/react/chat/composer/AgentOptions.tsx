import type { AgentChoice, AgentState } from '@agent-factory/protocol/conversations';
import { useId } from 'react';

/** The model and the mode that the next message asks for, as far as they differ from what the agent has. */
export interface AgentWishes {
  readonly model?: string;
  readonly mode?: string;
}

interface AgentOptionsProps {
  readonly state: AgentState | undefined;
  readonly wishes: AgentWishes;
  readonly onChange: (wishes: AgentWishes) => void;
}

/** The agent's models and modes, where it offers any. */
export function AgentOptions({ state, wishes, onChange }: AgentOptionsProps) {
  if (state === undefined) return null;
  return (
    <>
      <Choice
        label="Model"
        choices={state.models}
        value={wishes.model ?? state.model}
        onChange={(model) => onChange({ ...wishes, model })}
      />
      <Choice
        label="Mode"
        choices={state.modes}
        value={wishes.mode ?? state.mode}
        onChange={(mode) => onChange({ ...wishes, mode })}
      />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly choices: readonly AgentChoice[];
  readonly value: string | undefined;
  readonly onChange: (id: string) => void;
}

function Choice({ label, choices, value, onChange }: ChoiceProps) {
  const id = useId();
  if (choices.length === 0) return null;
  const isKnown = choices.some((choice) => choice.id === value);
  return (
    <label className="practice-chat-choice" htmlFor={id}>
      <span className="practice-visually-hidden">{label}</span>
      <select
        id={id}
        className="practice-input"
        title={choices.find((choice) => choice.id === value)?.description ?? label}
        value={isKnown ? value : ''}
        onChange={({ target }) => onChange(target.value)}
      >
        {!isKnown && <option value="">{value ?? label}</option>}
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
      </select>
    </label>
  );
}
