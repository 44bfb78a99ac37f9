import styles from './styles.module.css';

export interface SideBySideToggleProps {
  isOn: boolean;
  onToggle(): void;
}

/** Shows chat and terminal at once, beside the lesson. */
export function SideBySideToggle({ isOn, onToggle }: SideBySideToggleProps) {
  return (
    <button aria-pressed={isOn} className={styles.sideBySide} onClick={onToggle} type="button">
      Side by side
    </button>
  );
}
