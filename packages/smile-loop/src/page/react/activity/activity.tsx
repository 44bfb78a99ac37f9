import { useEffect, useRef } from 'react';
import type { Entry, Try } from '../../view/view.js';
import { EntryCard } from './entry-card.js';

interface ActivityProps {
  readonly tries: readonly Try[];
  /** Whether the latest stays in view. */
  readonly isFollowed: boolean;
  readonly isShown: boolean;
  /** Whether what is to come has not happened yet. */
  readonly isWaiting: boolean;
}

/** Pixels from the end within which the reader is at the end. */
const NEAR_END = 80;

/** What the student and the mentor do, try by try: the latest is at the end, and stays in view for who is there. */
export function Activity({ tries, isFollowed, isShown, isWaiting }: ActivityProps) {
  const list = useFollowingEnd(tries, isFollowed && isShown);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className="activity" aria-label="What the student does" ref={list} tabIndex={0}>
      {tries.length === 0 && (
        <p className="empty">{isWaiting ? 'The container is being started…' : 'Nothing has happened yet.'}</p>
      )}
      {tries.map(({ iteration, entries }) => (
        <section key={iteration} aria-label={`Try ${iteration}`}>
          <h2>{iteration === 0 ? 'Before the first try' : `Try ${iteration}`}</h2>
          {entries.map((entry, index) => (
            <EntryCard key={keyOf(entry, index)} entry={entry} />
          ))}
        </section>
      ))}
    </section>
  );
}

/** Entries are only ever added at the end, or changed where they are. */
function keyOf({ kind }: Entry, index: number): string {
  return `${kind} ${index}`;
}

function useFollowingEnd(tries: readonly Try[], isFollowing: boolean) {
  const list = useRef<HTMLElement>(null);
  const wasAtEnd = useRef(true);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const look = () => {
      wasAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is added moves the end
  useEffect(() => {
    const element = list.current;
    if (element !== null && isFollowing && wasAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [tries, isFollowing]);
  return list;
}
