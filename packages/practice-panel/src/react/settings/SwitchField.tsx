import { useId } from 'react';

interface SwitchFieldProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

export function SwitchField({ label, value, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="practice-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="practice-checkbox"
        type="checkbox"
        checked={value}
        onChange={({ target }) => onChange(target.checked)}
      />
    </div>
  );
}
