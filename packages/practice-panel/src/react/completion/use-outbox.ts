import { useEffect, useSyncExternalStore } from 'react';
import type { Completions } from '../../client/completions/completions.js';
import { completionsOf } from '../../client/completions/completions-of.js';
import { EMPTY_OUTBOX, type Outbox } from '../../client/completions/outbox.js';
import { usePracticeClient } from '../context.js';

const listenToNothing = () => () => {};
const nothing = () => EMPTY_OUTBOX;

/** The completions that this browser tells the site; `completions` is undefined where the site wants none. */
export function useOutbox(): { readonly completions: Completions | undefined; readonly outbox: Outbox } {
  const completions = completionsOf(usePracticeClient());
  useEffect(() => completions?.activate(), [completions]);
  const outbox = useSyncExternalStore(
    completions?.subscribe ?? listenToNothing,
    completions?.getSnapshot ?? nothing,
    nothing,
  );
  return { completions, outbox };
}
