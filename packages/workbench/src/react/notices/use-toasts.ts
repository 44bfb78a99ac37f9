import type { CoachMessage } from '@agent-factory/protocol/coach';
import { useEffect, useState } from 'react';
import { useSelected } from '../context.js';

/** How long a toast stays in milliseconds; it is in the coach's list afterwards. A sentence of 25 words is read twice. */
const SHOWN_FOR_MS = 15_000;

/** Most toasts at once: more would cover what the student works at. */
const MOST_SHOWN = 3;

/**
 * Messages that are still shown over the page, the latest last. `held`: the pointer or the focus is on them, so none
 * goes by itself.
 */
export function useToasts(held: boolean): readonly CoachMessage[] {
  const toasts = useSelected((state) => state.shown.toasts);
  const [past, setPast] = useState<ReadonlySet<string>>(new Set());
  const current = toasts.filter(({ id }) => !past.has(id)).slice(-MOST_SHOWN);
  const ids = current.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (ids === '' || held) return undefined;
    const timer = setTimeout(() => setPast((before) => new Set([...before, ...ids.split(' ')])), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [ids, held]);
  return current;
}
