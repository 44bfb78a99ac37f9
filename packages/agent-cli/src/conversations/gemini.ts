import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversationPlace } from '../agent-cli.js';
import { headOf, isSince, namesIn } from './read.js';

const MAX_PATH_BYTES = 8 * 1024;

/**
 * Gemini CLI keeps `tmp/<project>/chats/session-*`, and the folder of the project in `.project_root`
 * beside it. A chat without a message counts for us but not for the CLI, which is harmless: `--resume latest`
 * then starts a new one.
 */
export async function geminiConversationExists({ workspace, env, since }: ConversationPlace): Promise<boolean> {
  const home = env.GEMINI_CLI_HOME || env.HOME;
  if (!home) return false;
  const real = await realpath(workspace).catch(() => workspace);
  const projects = join(home, '.gemini', 'tmp');
  for (const project of await namesIn(projects)) {
    const root = (await headOf(join(projects, project, '.project_root'), MAX_PATH_BYTES)).trim();
    if (root !== workspace && root !== real) continue;
    if (await hasChat(join(projects, project, 'chats'), since)) return true;
  }
  return false;
}

async function hasChat(chats: string, since: Date | undefined): Promise<boolean> {
  for (const name of await namesIn(chats)) {
    if (name.startsWith('session-') && (await isSince(join(chats, name), since))) return true;
  }
  return false;
}
