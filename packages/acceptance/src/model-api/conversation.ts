/** What the newest message of a request says, ready to be matched by a scenario. */
export interface Conversation {
  /** What the student typed last, without what the agent adds by itself; empty when a tool has just run. */
  userText: string;
  /** The result of the tool that was just run, if nobody typed anything since. */
  toolResult: string | undefined;
}
