import { Icon } from '../../parts/icons.js';
import type { Chip } from './use-chips.js';

interface ContextChipsProps {
  readonly chips: readonly Chip[];
  readonly onToggle: (id: Chip['id']) => void;
}

/** What goes along with the next message. What was taken out stays within reach. */
export function ContextChips({ chips, onToggle }: ContextChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul className="practice-chat-chips" aria-label="Sent along">
      {chips.map((chip) => (
        <li key={chip.id}>
          <button
            type="button"
            className="practice-chat-chip"
            data-on={chip.isOn}
            title={chip.text}
            onClick={() => onToggle(chip.id)}
          >
            <span className="practice-visually-hidden">{chip.isOn ? 'Leave out: ' : 'Send along: '}</span>
            <span className="practice-chat-chip-kind">{chip.kind} </span>
            <span className="practice-chat-chip-text">{chip.text}</span>
            <Icon name={chip.isOn ? 'cross' : 'plus'} />
          </button>
        </li>
      ))}
    </ul>
  );
}
