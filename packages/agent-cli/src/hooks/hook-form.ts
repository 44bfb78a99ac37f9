import type { AgentState } from '@agent-factory/protocol/events';

/** Where a CLI tells what it does, and the secret by which it is believed. */
export interface HookAddress {
  readonly url: string;
  readonly secret: string;
}

/** What a hook has told. */
export interface HookNews {
  /** What the agent does now; undefined if the hook says nothing of that. */
  readonly state: AgentState | undefined;
  /** The CLI's own id of the conversation that it has open. */
  readonly conversationId: string | undefined;
}

/**
 * How a CLI tells of itself, over HTTP, what its log does not say. A student whose daemon is dead must see nothing of
 * it: only hooks whose failure the CLI keeps to itself are asked for.
 */
export interface HookForm {
  /** The settings of one session alone, which is all that the CLI has to be told; the text of a file. */
  settings(address: HookAddress): string;
  /** Arguments that make it read such a file, in the place of `tutorArgs`. */
  tutorArgs(path: string): readonly string[];
  /** Whatever the body is, this does not throw. */
  read(body: unknown): HookNews;
}
