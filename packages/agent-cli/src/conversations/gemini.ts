import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversationPlace } from './place.js';
import { headOf, isSince, namesIn } from './read.js';

const MAX_PATH_BYTES = 8 * 1024;
/** Longest chat that is looked at, in bytes: some days of work. */
const MAX_CHAT_BYTES = 16 * 1024 * 1024;
/** Where a chat names itself. */
const HEAD_BYTES = 4 * 1024;
const ID = /"sessionId":"([0-9a-f-]{36})"/;
/** What came before this line was taken back: version 0.61 does so when it resumes in the minute in which a chat began. */
const ANEW = '{"$set":{"messages"';
/** Gemini CLI refuses to resume a chat without an answer in it. */
const ANSWER = /"type":"gemini"/;

/** Gemini CLI keeps `tmp/<project>/chats/session-*`, and the folder of the project in `.project_root` beside it. */
export async function findGeminiConversation(place: ConversationPlace): Promise<string | undefined> {
  return (await findInProjects(place, true))?.id;
}

/** Where Gemini CLI keeps the conversation with this id. */
export async function findGeminiLog(place: ConversationPlace): Promise<string | undefined> {
  const found = await findInProjects(place, false);
  return found?.id === place.conversationId ? found.path : undefined;
}

interface Chat {
  readonly id: string;
  readonly path: string;
}

async function findInProjects(place: ConversationPlace, isResumable: boolean): Promise<Chat | undefined> {
  const home = place.env.GEMINI_CLI_HOME || place.env.HOME;
  if (!home) return undefined;
  const real = await realpath(place.workspace).catch(() => place.workspace);
  const projects = join(home, '.gemini', 'tmp');
  for (const project of await namesIn(projects)) {
    const root = (await headOf(join(projects, project, '.project_root'), MAX_PATH_BYTES)).trim();
    if (root !== place.workspace && root !== real) continue;
    const found = await findChat(join(projects, project, 'chats'), place, isResumable);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function findChat(
  chats: string,
  { conversationId, since }: ConversationPlace,
  isResumable: boolean,
): Promise<Chat | undefined> {
  let latest: Chat | undefined;
  for (const name of await namesIn(chats)) {
    const path = join(chats, name);
    if (!name.startsWith('session-') || !(await isSince(path, since))) continue;
    const id = isResumable ? await resumableIdOf(path) : idIn(await headOf(path, HEAD_BYTES));
    if (id === undefined) continue;
    if (id === conversationId) return { id, path };
    latest ??= { id, path };
  }
  return latest;
}

async function resumableIdOf(path: string): Promise<string | undefined> {
  const text = await headOf(path, MAX_CHAT_BYTES);
  const counts = text.slice(Math.max(0, text.lastIndexOf(ANEW)));
  return ANSWER.test(counts) ? idIn(text) : undefined;
}

function idIn(text: string): string | undefined {
  return ID.exec(text)?.[1];
}
