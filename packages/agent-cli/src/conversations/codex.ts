import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversationPlace } from '../agent-cli.js';
import { headOf, isSince, namesIn, ownFolder } from './read.js';

/** The first line names the working folder near its beginning. */
const HEAD_BYTES = 4 * 1024;
/** How many conversations of other folders we look through before we give up: a few years of daily use. */
const MAX_CONVERSATIONS = 2000;

/** Codex keeps `sessions/<year>/<month>/<day>/rollout-*.jsonl`, whose first line names the folder it was started in. */
export async function codexConversationExists({ workspace, env, since }: ConversationPlace): Promise<boolean> {
  const folder = ownFolder(env, 'CODEX_HOME', '.codex');
  if (folder === undefined) return false;
  const names = await namesOf(workspace);
  let left = MAX_CONVERSATIONS;
  for await (const path of conversations(join(folder, 'sessions'))) {
    const head = await headOf(path, HEAD_BYTES);
    if (names.some((name) => head.includes(`"cwd":${JSON.stringify(name)}`)) && (await isSince(path, since)))
      return true;
    if (--left === 0) return false;
  }
  return false;
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
