import styles from './styles.module.css';

export interface SideBySideToggleProps {
  isOn: boolean;
  onToggle(): void;
}

/** Shows two tabs at once, beside the lesson: the chat or the Workbench, and the terminal. */
export function SideBySideToggle({ isOn, onToggle }: SideBySideToggleProps) {
  return (
    <button aria-pressed={isOn} className={styles.sideBySide} onClick={onToggle} type="button">
      Side by side
    </button>
  );
}
