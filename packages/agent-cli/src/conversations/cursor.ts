import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversationPlace } from './place.js';
import { isSince, namesIn } from './read.js';

/**
 * Cursor keeps `~/.cursor/chats/<md5 of the folder>/<chat>`. If a version keeps them elsewhere, the
 * answer is no and a new conversation starts, which errs on the safe side.
 */
export async function findCursorConversation({
  conversationId,
  workspace,
  env,
  since,
}: ConversationPlace): Promise<string | undefined> {
  if (!env.HOME) return undefined;
  const real = await realpath(workspace).catch(() => workspace);
  const hash = createHash('md5').update(real).digest('hex');
  const chats = join(env.HOME, '.cursor', 'chats', hash);
  const names = await namesIn(chats);
  const wanted = names.filter((name) => name === conversationId);
  for (const name of [...wanted, ...names]) if (await isSince(join(chats, name), since)) return name;
  return undefined;
}
