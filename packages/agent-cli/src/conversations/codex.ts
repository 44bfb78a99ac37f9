import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversationPlace } from './place.js';
import { headOf, isSince, namesIn, ownFolder } from './read.js';

/** The first line names the working folder near its beginning. */
const HEAD_BYTES = 4 * 1024;
/** The id ends the name of the file: a UUID. */
const ID = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.jsonl$/;
/** How many conversations of other folders we look through before we give up: a few years of daily use. */
const MAX_CONVERSATIONS = 2000;

/** Codex keeps `sessions/<year>/<month>/<day>/rollout-*.jsonl`, whose first line names the folder it was started in. */
export async function findCodexConversation(place: ConversationPlace): Promise<string | undefined> {
  const folder = ownFolder(place.env, 'CODEX_HOME', '.codex');
  if (folder === undefined) return undefined;
  const names = await namesOf(place.workspace);
  let latest: string | undefined;
  let left = MAX_CONVERSATIONS;
  for await (const path of conversations(join(folder, 'sessions'))) {
    const head = await headOf(path, HEAD_BYTES);
    const isOfWorkspace = names.some((name) => head.includes(`"cwd":${JSON.stringify(name)}`));
    const id = isOfWorkspace && (await isSince(path, place.since)) ? ID.exec(path)?.[1] : undefined;
    if (id === place.conversationId) return id;
    latest ??= id;
    if (--left === 0) break;
  }
  return latest;
}

/** Where Codex keeps the conversation with this id. */
export async function findCodexLog(id: string, env: Record<string, string>): Promise<string | undefined> {
  const folder = ownFolder(env, 'CODEX_HOME', '.codex');
  if (folder === undefined) return undefined;
  let left = MAX_CONVERSATIONS;
  for await (const path of conversations(join(folder, 'sessions'))) {
    if (path.endsWith(`-${id}.jsonl`)) return path;
    if (--left === 0) break;
  }
  return undefined;
}

/** Newest first. */
async function* conversations(sessions: string): AsyncGenerator<string> {
  for (const year of await namesIn(sessions)) {
    for (const month of await namesIn(join(sessions, year))) {
      for (const day of await namesIn(join(sessions, year, month))) {
        const folder = join(sessions, year, month, day);
        for (const name of await namesIn(folder)) yield join(folder, name);
      }
    }
  }
}

/** A program started in a folder knows it by its real path, which need not be the one we use. */
async function namesOf(workspace: string): Promise<string[]> {
  return [workspace, await realpath(workspace).catch(() => workspace)];
}
