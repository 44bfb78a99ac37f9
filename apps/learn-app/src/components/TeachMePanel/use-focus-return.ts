import { useEffect, useState } from 'react';

/** Gives the focus back to what had it before, unless the student has moved on to something else. */
export function useFocusReturn(): void {
  // While rendering, since the panel's own effects may move the focus before ours run.
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const current = document.activeElement;
      const isLost = current === null || current === document.body;
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
