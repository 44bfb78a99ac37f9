import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { readStored, subscribeStored, writeStored } from '../page/stored-value';

const NOTHING_READ = '[]';

export interface ReadingProgress {
  /** Ids of the steps the student has ticked off. */
  read: ReadonlySet<string>;
  mark(stepId: string, isRead: boolean): void;
}

function keyOf(lessonPath: string): string {
  return `reading:${lessonPath}`;
}

function parse(text: string): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(text);
    return new Set(Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []);
  } catch {
    // Written by something else under our key: start over rather than fail.
    return new Set();
  }
}

/** Which steps of a lesson were read, kept in this browser and shared between its tabs. */
export function useReadingProgress(lessonPath: string): ReadingProgress {
  const key = keyOf(lessonPath);
  const text = useSyncExternalStore(
    subscribeStored,
    () => readStored(key) ?? NOTHING_READ,
    () => NOTHING_READ,
  );
  const read = useMemo(() => parse(text), [text]);
  const mark = useCallback(
    (stepId: string, isRead: boolean) => {
      const next = new Set(parse(readStored(key) ?? NOTHING_READ));
      if (isRead) next.add(stepId);
      else next.delete(stepId);
      writeStored(key, JSON.stringify([...next]));
    },
    [key],
  );
  return { read, mark };
}
