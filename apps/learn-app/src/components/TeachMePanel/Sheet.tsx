import { type ReactNode, useEffect, useRef } from 'react';
import { useMediaQuery } from '../../lib/page/use-media-query';
import { Icon } from '../Icon';
import { SheetHandle } from './SheetHandle';
import styles from './styles.module.css';
import { useContentShift } from './use-content-shift';
import { useCoveredPage } from './use-covered-page';
import { useFocusReturn } from './use-focus-return';
import type { ColumnWidth } from './use-sheet-width';

/** Below this width, in CSS pixels, lesson and panel no longer fit side by side. */
export const COVER = '(max-width: 767px)';

export interface SheetProps {
  tabs: ReactNode;
  children: ReactNode;
  /** Below the tab, whichever it is. */
  below?: ReactNode;
  onClose(): void;
  width: ColumnWidth;
  /** Two tabs are side by side in it. */
  isWide?: boolean;
  /** Element that gets the focus when the sheet opens and each time focusKey changes. */
  initialFocusId: string;
  focusKey: string;
}

/** Put on what is in the sheet and has uses of its own for Escape, whatever in it has the focus. */
export const KEEPS_ESCAPE = { 'data-keeps-escape': '' };

function isFor(sheet: HTMLElement | null, { target }: Event): boolean {
  return target instanceof Element && sheet?.contains(target) === true && !target.closest('[data-keeps-escape]');
}

/** A panel from the right that the lesson makes room for; on small screens it covers the lesson. */
export function Sheet(props: SheetProps) {
  const { tabs, children, below, onClose, width, isWide = false, initialFocusId, focusKey } = props;
  const covers = useMediaQuery(COVER);
  const sheet = useRef<HTMLDivElement>(null);
  useContentShift(covers ? 0 : width.value, isWide);
  useCoveredPage(covers);
  useFocusReturn();

  useEffect(() => {
    // A terminal or a text field of the tab may have taken the focus already; that is the better place.
    if (focusKey && !sheet.current?.contains(document.activeElement)) document.getElementById(initialFocusId)?.focus();
  }, [focusKey, initialFocusId]);

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.defaultPrevented && isFor(sheet.current, event)) onClose();
    }
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [onClose]);

  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name; one element, so that the terminal stays
    <div
      aria-label="Study panel"
      aria-modal={covers || undefined}
      className={styles.sheet}
      data-covers={covers || undefined}
      id="study-sheet"
      ref={sheet}
      role={covers ? 'dialog' : 'complementary'}
    >
      {!covers && <SheetHandle controls="study-sheet" label="Width of the study panel" width={width} />}
      <div className={styles.bar}>
        {tabs}
        <button
          aria-label="Close the study panel"
          className="button-icon"
          onClick={onClose}
          title="Close (Esc)"
          type="button"
        >
          <Icon name="close" />
        </button>
      </div>
      <div className={styles.body}>{children}</div>
      {below}
    </div>
  );
}
