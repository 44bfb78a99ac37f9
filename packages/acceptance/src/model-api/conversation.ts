/** What a request says, ready to be matched by a scenario: its newest message, and the way there. */
export interface Conversation {
  /** What the student typed last, without what the agent adds by itself; empty when a tool has just run. */
  userText: string;
  /** The result of the tool that was just run, if nobody typed anything since. */
  toolResult: string | undefined;
  /** The first words of the user, as they were typed: nothing in them is taken for something that the agent added. */
  prompt: string;
  /** The results of all tools since the conversation began, in order. */
  results: readonly string[];
}

/**
 * The first of these texts that is not only what the agent adds by itself. It is left as it is: tags of the agent's
 * kind may well be part of a prompt.
 */
export function firstTyped(texts: readonly string[], added: RegExp): string {
  return texts.find((text) => text.replace(added, '').trim() !== '') ?? '';
}
