import { type Conversation, firstTyped } from '../conversation.js';

/** One item of the input as Codex sends it; only the parts a scenario chooses by. */
interface WireItem {
  type: string;
  role?: string;
  content?: readonly { type: string; text?: string }[];
  /** Text, or pieces of it. */
  output?: string | readonly { text?: string }[];
  /** Tools that newer models are told of in the conversation. */
  tools?: readonly WireTool[];
}

/** Body of `POST /responses`, as far as it is read here. */
export interface ResponsesRequest {
  model: string;
  input: readonly WireItem[];
  tools?: readonly WireTool[];
}

/** A tool, or a group of tools. What the API itself runs has no name. */
interface WireTool {
  type: string;
  name?: string;
  tools?: readonly { name: string }[];
}

/** What Codex says in the student's name: where it runs, which skills there are, that a turn was interrupted. */
const ADDED = /<(\w+)[^>]*>[\s\S]*?<\/\1>/g;

export function conversationOf({ input }: ResponsesRequest): Conversation {
  const newest = input.findLast((item) => item.output !== undefined || wordsOf(item) !== '');
  const typed = input.filter(({ role }) => role === 'user').flatMap(({ content = [] }) => content);
  return {
    userText: newest ? wordsOf(newest) : '',
    toolResult: resultOf(newest?.output),
    prompt: firstTyped(
      typed.map(({ text = '' }) => text),
      ADDED,
    ),
    results: input.flatMap(({ output }) => resultOf(output) ?? []),
  };
}

function resultOf(output: WireItem['output']): string | undefined {
  if (output === undefined || typeof output === 'string') return output;
  return output.map(({ text = '' }) => text).join('\n');
}

export function toolsOf({ tools = [], input }: ResponsesRequest): readonly string[] {
  const all = [...tools, ...input.flatMap((item) => item.tools ?? [])];
  return all.flatMap(({ type, name = type, tools: group }) =>
    group === undefined ? [name] : group.map((tool) => `${name}.${tool.name}`),
  );
}

/** What the student has typed; nothing for every other item. */
function wordsOf({ role, content = [] }: WireItem): string {
  if (role !== 'user') return '';
  return content
    .map(({ text = '' }) => text.replace(ADDED, ''))
    .join('\n')
    .trim();
}
