import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversationPlace } from '../agent-cli.js';
import { isSince, namesIn } from './read.js';

/**
 * Cursor keeps `~/.cursor/chats/<md5 of the folder>/<chat>`. If a version keeps them elsewhere, the
 * answer is no and a new conversation starts, which errs on the safe side.
 */
export async function cursorConversationExists({ workspace, env, since }: ConversationPlace): Promise<boolean> {
  if (!env.HOME) return false;
  const real = await realpath(workspace).catch(() => workspace);
  const hash = createHash('md5').update(real).digest('hex');
  const chats = join(env.HOME, '.cursor', 'chats', hash);
  for (const name of await namesIn(chats)) if (await isSince(join(chats, name), since)) return true;
  return false;
}
