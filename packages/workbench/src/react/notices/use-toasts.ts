import type { CoachMessage } from '@agent-factory/protocol/coach';
import { useEffect, useState } from 'react';
import { useSelected } from '../context.js';

/** How long a toast stays in milliseconds; it is in the coach's list afterwards. A sentence of 25 words is read twice. */
const SHOWN_FOR_MS = 15_000;

/** Most toasts at once: more would cover what the student works at. */
const MOST_SHOWN = 3;

/**
 * Messages that are still shown over the page, the latest last: those that belong to no file, and those of a file that
 * is not open, which nobody would see. `held`: the pointer or the focus is on them, so none goes by itself.
 */
export function useToasts(held: boolean): readonly CoachMessage[] {
  const messages = useSelected((state) => state.shown.messages);
  const inEditor = useInEditor();
  const [past, setPast] = useState<ReadonlySet<string>>(new Set());
  const current = messages.filter((message) => !past.has(message.id) && !inEditor(message)).slice(-MOST_SHOWN);
  const ids = idsOf(current);
  // What the student has had in the editor is not news when its file is closed.
  const seen = idsOf(messages.filter((message) => inEditor(message) && !past.has(message.id)));
  useEffect(() => {
    if (seen !== '') setPast((before) => new Set([...before, ...seen.split(' ')]));
  }, [seen]);
  useEffect(() => {
    if (ids === '' || held) return undefined;
    const timer = setTimeout(() => setPast((before) => new Set([...before, ...ids.split(' ')])), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [ids, held]);
  return current;
}

function useInEditor(): (message: CoachMessage) => boolean {
  const documents = useSelected((state) => state.documents);
  return ({ anchor }) => documents.some(({ path }) => path === anchor?.path);
}

function idsOf(messages: readonly CoachMessage[]): string {
  return messages.map(({ id }) => id).join(' ');
}
