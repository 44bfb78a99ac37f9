import type { Conversation } from './conversation.js';
import { Forms } from './forms.js';
import { Gates } from './gates.js';

/** A tool of one agent, by its name. */
export interface ToolCall {
  tool: string;
  /** Text for a tool of Codex that takes any, such as a patch. */
  input: Readonly<Record<string, unknown>> | string;
  /** What the tool is listed below, for agents that list tools in groups. */
  group?: string;
}

/** A tool of an MCP server, whatever the agent calls it. */
export interface ServerToolCall {
  server: string;
  tool: string;
  input: Readonly<Record<string, unknown>>;
}

/**
 * One piece of an answer: words, a tool to use, a command that any agent runs with a tool of its own (after it has
 * asked, where it says why), or a gate to wait at until the test opens it.
 */
export type Step = { text: string } | ToolCall | ServerToolCall | { run: string; why?: string } | { hold: string };

export interface ScriptedError {
  /** The HTTP status. */
  status: number;
  type: string;
  message: string;
}

/** What the API answers: a streamed message, or an HTTP error with the body the real one sends. */
export type Reply = { steps: readonly Step[] } | { error: ScriptedError };

/** A turn is taken if its condition fits what was said last. */
export interface Turn {
  when: string | RegExp | ((conversation: Conversation) => boolean);
  reply: Reply | ((conversation: Conversation) => Reply);
}

/** A scripted tutor. The first turn that fits answers; a turn may answer any number of times. */
export class Scenario {
  readonly gates = new Gates();
  /** What the coach's own mind is answered. */
  readonly forms = new Forms();
  readonly #turns: Turn[];

  constructor(turns: readonly Turn[] = []) {
    this.#turns = [...turns];
  }

  /** Adds turns that come after those there are, such as ones that need a path which is known only later. */
  add(turns: readonly Turn[]): void {
    this.#turns.push(...turns);
  }

  replyTo(conversation: Conversation): Reply {
    const turn = this.#turns.find(({ when }) => fits(when, conversation));
    if (!turn) return noTurn(conversation);
    return typeof turn.reply === 'function' ? turn.reply(conversation) : turn.reply;
  }
}

/** An answer made of words alone. */
export function says(...texts: readonly string[]): Reply {
  return { steps: texts.map((text) => ({ text })) };
}

/** Fits when the tool that was just run answered with this text. */
export function afterTool(pattern: RegExp | string): (conversation: Conversation) => boolean {
  return ({ toolResult }) => toolResult !== undefined && matches(pattern, toolResult);
}

function fits(when: Turn['when'], conversation: Conversation): boolean {
  if (typeof when === 'function') return when(conversation);
  return conversation.toolResult === undefined && matches(when, conversation.userText);
}

function matches(pattern: RegExp | string, text: string): boolean {
  return typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);
}

/** A gap in a script has to be seen on the screen and in the recorded requests, not guessed from a timeout. */
function noTurn({ userText, toolResult }: Conversation): Reply {
  const heard = toolResult === undefined ? userText : `tool result: ${toolResult}`;
  return {
    error: {
      status: 400,
      type: 'invalid_request_error',
      message: `The scenario has no turn for: ${heard.slice(0, 200)}`,
    },
  };
}
