import { useColorMode } from '@docusaurus/theme-common';
import useIsBrowser from '@docusaurus/useIsBrowser';
import type { Props } from '@theme/ColorModeToggle';
import clsx from 'clsx';
import { Icon } from '../../components/Icon';
import styles from './styles.module.css';

/**
 * Switches between light and dark, starting from the system's setting. The theme's own toggle has a third
 * state, the system's, which looks like one of the others: a press that seems to change nothing.
 */
export default function ColorModeToggle({ className, buttonClassName, onChange }: Props) {
  const { colorMode } = useColorMode();
  const isBrowser = useIsBrowser();
  const next = colorMode === 'dark' ? 'light' : 'dark';
  return (
    <div className={clsx(styles.toggle, className)}>
      <button
        aria-label={isBrowser ? `Switch to ${next} mode` : 'Switch between dark and light mode'}
        className={clsx('button-icon', buttonClassName)}
        disabled={!isBrowser}
        onClick={() => onChange(next)}
        type="button"
      >
        {/* Both are there and CSS shows one: the server that renders this page knows no colour mode. */}
        <span className={styles.light}>
          <Icon name="sun" />
        </span>
        <span className={styles.dark}>
          <Icon name="moon" />
        </span>
      </button>
    </div>
  );
}
