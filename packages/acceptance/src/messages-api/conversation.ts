/** One message as Claude Code sends it; only the parts a scenario chooses by. */
interface WireMessage {
  role: string;
  content: string | readonly WireBlock[];
}

interface WireBlock {
  type: string;
  text?: string;
  content?: unknown;
  is_error?: boolean;
}

/** Body of `POST /v1/messages`, as far as it is read here. */
export interface MessagesRequest {
  model: string;
  stream?: boolean;
  max_tokens?: number;
  tools?: readonly { name: string }[];
  messages: readonly WireMessage[];
}

/** What the newest message of a request says, ready to be matched by a scenario. */
export interface Conversation {
  /** What the student typed last, without what Claude Code adds by itself; empty when a tool has just run. */
  userText: string;
  /** The result of the tool that was just run, if nobody typed anything since. */
  toolResult: { text: string; failed: boolean } | undefined;
  /** How many messages came before: 1 in a fresh conversation. */
  length: number;
}

/** What Claude Code adds to the student's words: reminders, and that the student broke something off. */
const ADDED = /<system-reminder>[\s\S]*?<\/system-reminder>|\[Request interrupted by user[^\]]*\]/g;

export function conversationOf(request: MessagesRequest): Conversation {
  const users = request.messages.filter((message) => message.role === 'user');
  const newest = blocksOf(users.at(-1)?.content ?? []);
  const userText = textOf(newest);
  const result = newest.find((block) => block.type === 'tool_result');
  const justRan = result !== undefined && userText === '';
  return {
    userText,
    toolResult: justRan ? { text: resultText(result.content), failed: result.is_error === true } : undefined,
    length: request.messages.length,
  };
}

/** Titles, summaries and quota probes are asked for without tools; the tutor's own turns always carry them. */
export function isSideRequest(request: MessagesRequest): boolean {
  return (request.tools ?? []).length === 0;
}

function blocksOf(content: string | readonly WireBlock[]): readonly WireBlock[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function textOf(blocks: readonly WireBlock[]): string {
  return blocks
    .filter((block) => block.type === 'text')
    .map((block) => (block.text ?? '').replace(ADDED, ''))
    .join('\n')
    .trim();
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? textOf(content as WireBlock[]) : '';
}
