import type { Entry, Kind } from './known-entries.js';
import type { WatchEvent } from './watch-event.js';

export function added({ path, kind }: Entry): WatchEvent {
  return { action: kind === 'folder' ? 'addDir' : 'add', path };
}

export function gone({ path, kind }: Entry): WatchEvent {
  return { action: kind === 'folder' ? 'unlinkDir' : 'unlink', path };
}

/** What has happened to a folder that may be another one than before: a file that was there already may differ, too. */
export function differences(before: readonly Entry[], now: readonly Entry[]): WatchEvent[] {
  const kindsBefore = kindsOf(before);
  const kindsNow = kindsOf(now);
  const isKept = ({ path, kind }: Entry) => kindsBefore.get(path) === kind;
  return [
    ...before.filter(({ path, kind }) => kindsNow.get(path) !== kind).map(gone),
    ...now.filter((entry) => !isKept(entry)).map(added),
    ...now
      .filter((entry) => entry.kind === 'file' && isKept(entry))
      .map(({ path }): WatchEvent => ({ action: 'change', path })),
  ];
}

function kindsOf(entries: readonly Entry[]): Map<string, Kind> {
  return new Map(entries.map(({ path, kind }) => [path, kind]));
}
