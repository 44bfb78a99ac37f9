import { useId } from 'react';
import type { Choices } from './choices.js';

interface ChoiceFieldProps<T> {
  readonly label: string;
  readonly choices: Choices<T>;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** One of a few values. A value that is not among them, as from a later version, is shown as it is. */
export function ChoiceField<T extends string | number>({ label, choices, value, onChange }: ChoiceFieldProps<T>) {
  const id = useId();
  const isKnown = choices.some(([choice]) => choice === value);
  return (
    <div className="practice-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="practice-input"
        value={String(value)}
        onChange={({ target }) => {
          const chosen = choices.find(([choice]) => String(choice) === target.value);
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {!isKnown && <option value={String(value)}>{String(value)}</option>}
        {choices.map(([choice, name]) => (
          <option key={String(choice)} value={String(choice)}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
