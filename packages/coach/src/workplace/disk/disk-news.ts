import { PracticeError } from '@agent-factory/protocol';
import type { ServerPayload } from '@agent-factory/protocol/coach';
import { readNode } from '../../tree/read-folder.js';
import { RESCAN, type WatchEvent } from '../../watch/watch-event.js';
import { announceState } from '../state.js';
import type { Workplace } from '../workplace.js';
import type { DiskListener } from './project-disk.js';

type Update = ServerPayload<'fs:tree_update'>;

/** Tells pages what happens to the files of their project, one thing after the other. */
export function diskNews(workplace: Workplace): DiskListener {
  const { host } = workplace;
  const onError = (error: unknown) => host.logFailure(error, 'What happens in a project could not be told');
  let turn = Promise.resolve();
  const inTurn = (action: () => Promise<void>) => {
    turn = turn.then(action).catch(onError);
  };
  return {
    onEvents: (events) => inTurn(() => tellAll(workplace, events)),
    onWatchingChanged: () => inTurn(() => announceState(workplace)),
    onError,
  };
}

async function tellAll(workplace: Workplace, events: readonly WatchEvent[]): Promise<void> {
  for (const event of events) {
    if (event.action === RESCAN.action) await tellAnew(workplace, event);
    else await tell(workplace, event);
  }
}

async function tell(workplace: Workplace, event: WatchEvent): Promise<void> {
  const isRead = event.action === 'add' || event.action === 'change';
  const read = isRead && workplace.open.has(event.path) ? await refreshed(workplace, event.path) : undefined;
  const version = read ?? event.version;
  const update = { ...(await shownAs(workplace, event)), ...(version !== undefined && { version }) };
  workplace.trees.note(update);
  workplace.audience.broadcast('fs:tree_update', update);
}

/** What is new is told as it stands in the tree: a link to a folder is a folder, which is not followed. */
async function shownAs({ disk }: Workplace, { action, path }: WatchEvent): Promise<Update> {
  const node = action === 'add' || action === 'addDir' ? await readNode(disk.folder, path) : undefined;
  if (node === undefined) return { action, path };
  const { type, link, unusable } = node;
  return {
    action: type === 'directory' ? 'addDir' : 'add',
    path,
    ...(link && { link }),
    ...(unusable && { unusable }),
  };
}

/** Anything may have happened, also to the files that are open. */
async function tellAnew(workplace: Workplace, event: WatchEvent): Promise<void> {
  workplace.audience.broadcast('fs:tree_update', { action: event.action, path: event.path });
  for (const path of workplace.open.paths) {
    const version = await refreshed(workplace, path);
    if (version !== undefined) workplace.audience.broadcast('fs:tree_update', { action: 'change', path, version });
  }
}

/** The version of an open file as it is now; what is not typed over is brought up to date. */
async function refreshed({ disk }: Workplace, path: string): Promise<string | undefined> {
  try {
    return (await disk.buffers.open(path)).version;
  } catch (error) {
    if (error instanceof PracticeError) return undefined;
    throw error;
  }
}
