import type { AgentId } from '@agent-factory/protocol';

/** What an interactive conversation starts with. */
export interface StartOptions {
  /** A UUID of ours. CLIs that choose the id themselves ignore it. */
  conversationId: string;
  /** The opening prompt: it makes the tutor speak first. */
  prompt: string;
}

export interface ResumeOptions {
  conversationId: string;
}

/** Where a CLI keeps the conversation of a workspace. */
export interface ConversationPlace {
  conversationId: string;
  /** Absolute path of the folder the CLI runs in. */
  workspace: string;
  /** The environment the CLI gets: HOME and the CLI's own folder variables are read from it. */
  env: Record<string, string>;
  /**
   * When the workspace was made. A CLI that knows conversations by folder alone would otherwise take up
   * one of an earlier workspace of the same path, which a reset was to end. Left out, any counts.
   */
  since?: Date | undefined;
}

/** A command of the CLI that tells whether the student is signed in. */
export interface SignInProbe {
  args: readonly string[];
  /** Undefined where the answer is none this version knows. */
  interpret: (exitCode: number | null, stdout: string) => boolean | undefined;
}

/** What to tell a student who is not signed in. */
export interface SignInHelp {
  message: string;
  commands: readonly string[];
}

/** What is known of one AI coding CLI. */
export interface AgentCli {
  id: AgentId;
  /** As people call it. */
  name: string;
  /** Name on the PATH. Undefined for the student's own shell, which is always there. */
  command: string | undefined;
  versionArgs: readonly string[];
  /** The file the CLI reads its instructions from; undefined where nobody reads any. */
  instructionFile: string | undefined;
  /** Commands that install it, in this order. */
  install: readonly string[];
  /** Environment variables it needs beyond the common ones; `*` at the end stands for any rest. */
  environment: readonly string[];
  /** Arguments that make it a tutor, before all others: it asks before it touches the student's files. */
  tutorArgs: readonly string[];
  startArgs: (options: StartOptions) => readonly string[];
  resumeArgs: (options: ResumeOptions) => readonly string[];
  /** Whether there is a conversation that `resumeArgs` would find. */
  conversationExists: (place: ConversationPlace) => Promise<boolean>;
  /** Undefined where the CLI has no way to tell. */
  signIn: SignInProbe | undefined;
  signInHelp: SignInHelp | undefined;
}
