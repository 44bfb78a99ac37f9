import type { AgentId } from '@agent-factory/protocol';

/** What an interactive conversation starts with. */
export interface StartOptions {
  /** A UUID that we generate. CLIs that choose the id themselves ignore it. */
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
   * When the workspace was created. Without it, a CLI that tells conversations apart by folder alone would resume
   * one from an earlier workspace at the same path, which a reset was meant to end. If left out, any conversation
   * counts.
   */
  since?: Date | undefined;
}

/** A command of the CLI that tells whether the student is signed in. */
export interface SignInProbe {
  args: readonly string[];
  /** Undefined if this version of ours does not understand the answer. */
  interpret: (exitCode: number | null, stdout: string) => boolean | undefined;
}

/** What to tell a student who is not signed in. */
export interface SignInHelp {
  message: string;
  commands: readonly string[];
}

/** What we know about one AI coding CLI. */
export interface AgentCli {
  id: AgentId;
  /** Its name for people. */
  name: string;
  /** Name on the PATH. Undefined for the student's own shell, which is always there. */
  command: string | undefined;
  versionArgs: readonly string[];
  /** The file the CLI reads its instructions from; undefined if it reads none. */
  instructionFile: string | undefined;
  /** Commands that install it, in this order. */
  install: readonly string[];
  /** Environment variables it needs beyond the common ones; a trailing `*` matches any suffix. */
  environment: readonly string[];
  /** Arguments that come before all others and make it a tutor, which asks before it touches the student's files. */
  tutorArgs: readonly string[];
  startArgs: (options: StartOptions) => readonly string[];
  resumeArgs: (options: ResumeOptions) => readonly string[];
  /** Whether there is a conversation that `resumeArgs` would find. */
  conversationExists: (place: ConversationPlace) => Promise<boolean>;
  /** Undefined if the CLI cannot tell. */
  signIn: SignInProbe | undefined;
  signInHelp: SignInHelp | undefined;
}
