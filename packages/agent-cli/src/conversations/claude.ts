import { join } from 'node:path';
import type { ConversationPlace } from './place.js';
import { headOf, namesIn, ownFolder } from './read.js';

/** Enough for the notes that precede the first message, and for the start of a long message. */
const HEAD_BYTES = 256 * 1024;
const MESSAGE = /"type":"(user|assistant)"/;

/**
 * Claude Code keeps `projects/<folder name>/<id>.jsonl` from the first message on. How it derives
 * the folder name has changed between versions; the id is unique, so we look for it in every folder.
 */
export async function findClaudeConversation({ conversationId, env }: ConversationPlace): Promise<string | undefined> {
  const folder = ownFolder(env, 'CLAUDE_CONFIG_DIR', '.claude');
  if (folder === undefined) return undefined;
  const projects = join(folder, 'projects');
  for (const project of await namesIn(projects)) {
    const head = await headOf(join(projects, project, `${conversationId}.jsonl`), HEAD_BYTES);
    if (MESSAGE.test(head)) return conversationId;
  }
  return undefined;
}
