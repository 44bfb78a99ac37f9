import type { AgentId } from '@agent-factory/protocol';
import type { CoachingForm } from './coaching/coaching-form.js';
import type { ConversationPlace } from './conversations/place.js';
import type { HookForm } from './hooks/hook-form.js';
import type { LogForm } from './logs/log-form.js';
import type { ChatForm } from './structured/chat-form.js';

/** What an interactive conversation starts with. */
export interface StartOptions {
  /** A UUID that we generate. CLIs that choose the id themselves ignore it. */
  conversationId: string;
  /** The opening prompt: it makes the tutor speak first. */
  prompt: string;
}

export interface ResumeOptions {
  /** The CLI's own id, as `findConversation` found it. */
  conversationId: string;
}

/** A command of the CLI that tells whether the student is signed in. */
export interface SignInProbe {
  args: readonly string[];
  /** The version that first has it, if older ones would take its words for something else. They are not asked. */
  since?: string;
  /** Undefined if this version of ours does not understand the answer. */
  interpret: (exitCode: number | null, stdout: string) => boolean | undefined;
}

/** What tells that without starting the CLI, where it has no such command. */
export interface SignInTraces {
  /** Undefined if nothing certain is there. `env` is what the CLI gets. */
  look: (env: Record<string, string>) => Promise<boolean | undefined>;
}

/** What to tell a student who is not signed in. */
export interface SignInHelp {
  message: string;
  commands: readonly string[];
}

/** Where a CLI runs that has a conversation open. */
export interface OpenPlace extends ConversationPlace {
  /** The name of its tmux session. */
  tmuxSession: string;
}

/** What we know about one AI coding CLI. */
export interface AgentCli {
  id: AgentId;
  /** Described by the student. */
  isCustom?: true;
  /** Its name for people. */
  name: string;
  /** Name on the PATH. Undefined for the student's own shell, which is always there. */
  command: string | undefined;
  versionArgs: readonly string[];
  /** The oldest version that works in each form, with what older ones lack. Left out where none is known. */
  oldest?: { readonly terminal?: string; readonly chat?: string };
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
  /** For CLIs that choose ids themselves: resumes the latest conversation of the folder it starts in. */
  resumeLatestArgs?: readonly string[];
  /**
   * The id of the conversation to resume: the one that is wanted, or where the CLI chooses ids itself, the latest of
   * the workspace. CLIs store one with its first message, not when they start; undefined if there is none.
   */
  findConversation: (place: ConversationPlace) => Promise<string | undefined>;
  /** Undefined if the CLI cannot tell. */
  signIn: SignInProbe | SignInTraces | undefined;
  signInHelp: SignInHelp | undefined;
  /** Whether it can run on a terminal. */
  terminal: boolean;
  /** The log it keeps of a conversation, if we can read it. */
  log?: LogForm;
  /**
   * The id of the conversation that it has open in this tmux session, where that can be told: a student may begin
   * another one in it, or take up an older one.
   */
  openConversation?: (place: OpenPlace) => Promise<string | undefined>;
  /** How it tells what its log does not. */
  hooks?: HookForm;
  /** What its screen shows while it asks for a permission, beside what is common. */
  questions?: readonly RegExp[];
  /** How it is made a coach that cannot write; undefined if it cannot be one. */
  coaching?: CoachingForm;
  /** How it is a conversation; undefined if it cannot be one. */
  chat: ChatForm | undefined;
}
