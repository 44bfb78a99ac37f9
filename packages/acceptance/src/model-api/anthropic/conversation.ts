import { type Conversation, firstTyped } from '../conversation.js';
import type { FormQuestion } from '../forms.js';

/** One message as Claude Code sends it; only the parts a scenario chooses by. */
interface WireMessage {
  role: string;
  content: string | readonly WireBlock[];
}

interface WireBlock {
  type: string;
  text?: string;
  content?: unknown;
}

/** Body of `POST /v1/messages`, as far as it is read here. */
export interface MessagesRequest {
  model: string;
  stream?: boolean;
  messages: readonly WireMessage[];
  tools?: readonly { name: string }[];
  system?: unknown;
  output_config?: { format?: { schema?: { properties?: Readonly<Record<string, unknown>> } } };
}

/** What Claude Code adds to the student's words: reminders, and that the student interrupted something. */
const ADDED = /<system-reminder>[\s\S]*?<\/system-reminder>|\[Request interrupted by user[^\]]*\]/g;

export function conversationOf(request: MessagesRequest): Conversation {
  const users = request.messages.filter((message) => message.role === 'user');
  const newest = blocksOf(users.at(-1)?.content ?? []);
  const userText = textOf(newest);
  const result = newest.find((block) => block.type === 'tool_result');
  const justRan = result !== undefined && userText === '';
  const all = users.flatMap(({ content }) => blocksOf(content));
  return {
    userText,
    toolResult: justRan ? resultText(result.content) : undefined,
    prompt: firstTyped(
      all.filter(({ type }) => type === 'text').map(({ text = '' }) => text),
      ADDED,
    ),
    results: all.filter(({ type }) => type === 'tool_result').map(({ content }) => resultText(content)),
  };
}

export function toolsOf({ tools = [] }: MessagesRequest): readonly string[] {
  return tools.map(({ name }) => name);
}

/** Claude Code asks for titles so, too, but as a stream. */
export function formOf({ stream, system, messages, output_config }: MessagesRequest): FormQuestion | undefined {
  const { properties } = output_config?.format?.schema ?? {};
  if (stream === true || properties === undefined) return undefined;
  const message = messages.map(({ content }) => textOf(blocksOf(content))).join('\n');
  return { fields: Object.keys(properties), system: typeof system === 'string' ? system : '', message };
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
