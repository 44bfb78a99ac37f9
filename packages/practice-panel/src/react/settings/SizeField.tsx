import { useEffect, useId, useState } from 'react';
import { MAX_FONT_SIZE, MIN_FONT_SIZE } from '../../client/settings/settings-format.js';
import { Icon } from '../parts/icons.js';

interface SizeFieldProps {
  readonly value: number;
  readonly onChange: (size: number) => void;
}

/** The size of the text, set by buttons or as a number. A number that is not valid yet changes nothing. */
export function SizeField({ value, onChange }: SizeFieldProps) {
  const id = useId();
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  return (
    <div className="practice-field">
      <label htmlFor={id}>Text size</label>
      <div className="practice-stepper">
        <StepButton label="Smaller text" icon="minus" value={value - 1} onChange={onChange} />
        <input
          id={id}
          className="practice-input"
          type="number"
          min={MIN_FONT_SIZE}
          max={MAX_FONT_SIZE}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            onChange(target.valueAsNumber);
          }}
          onBlur={() => setText(String(value))}
        />
        <StepButton label="Larger text" icon="plus" value={value + 1} onChange={onChange} />
      </div>
    </div>
  );
}

type StepButtonProps = SizeFieldProps & { readonly label: string; readonly icon: 'minus' | 'plus' };

function StepButton({ label, icon, value, onChange }: StepButtonProps) {
  return (
    <button
      type="button"
      className="practice-icon-button"
      aria-label={label}
      aria-disabled={value < MIN_FONT_SIZE || value > MAX_FONT_SIZE}
      onClick={() => onChange(value)}
    >
      <Icon name={icon} />
    </button>
  );
}
