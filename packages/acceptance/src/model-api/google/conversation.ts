import { type Conversation, firstTyped } from '../conversation.js';

/** One part of a message as Gemini CLI sends it; only what a scenario chooses by. */
interface WirePart {
  text?: string;
  functionResponse?: { response?: WireResult };
}

interface WireResult {
  output?: string;
  error?: string;
}

/** Body of `POST …:streamGenerateContent`, as far as it is read here. */
export interface GenerateRequest {
  contents: readonly { role?: string; parts?: readonly WirePart[] }[];
  tools?: readonly { functionDeclarations?: readonly { name: string }[] }[];
}

/** What Gemini CLI says in the student's name: date, folder and system. */
const ADDED = /<(\w+)>[\s\S]*?<\/\1>/g;

export function conversationOf({ contents }: GenerateRequest): Conversation {
  const users = contents.filter(({ role }) => role === 'user').map(({ parts = [] }) => parts);
  const newest = users.at(-1) ?? [];
  const all = users.flat();
  const result = newest.find((part) => part.functionResponse)?.functionResponse?.response;
  return {
    userText: result ? '' : textOf(newest),
    toolResult: result && resultText(result),
    prompt: firstTyped(
      all.map(({ text = '' }) => text),
      ADDED,
    ),
    results: all.flatMap(({ functionResponse }) => (functionResponse ? [resultText(functionResponse.response)] : [])),
  };
}

function resultText({ output, error }: WireResult = {}): string {
  return output ?? error ?? '';
}

export function toolsOf({ tools = [] }: GenerateRequest): readonly string[] {
  return tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name));
}

function textOf(parts: readonly WirePart[]): string {
  return parts
    .map(({ text = '' }) => text.replace(ADDED, ''))
    .join('\n')
    .trim();
}
