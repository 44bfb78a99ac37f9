import type { Exercise } from '@agent-factory/exercise-runtime';
import type {
  AgentId,
  EndReason,
  ExerciseId,
  ExerciseOutline,
  PracticeError,
  Presence,
  ServerFrame,
  VerificationResult,
} from '@agent-factory/protocol';
import type { SaidMarker } from '../agent-work/markers/said-marker.js';
import type { SaidText } from '../agent-work/speech/said-text.js';
import type { AgentForm } from '../dependencies/steps.js';

export type { SaidMarker, SaidText };

/** An official check that could judge the work. */
export interface Judged {
  readonly exerciseId: ExerciseId;
  readonly version: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly result: VerificationResult;
}

/** An agent at work, in words: `Claude Code in exercise 33-1`. */
export interface RunningAgent {
  readonly agent: AgentId;
  readonly what: string;
  /** The form in which it runs, and so how a student ends its work. */
  readonly form: AgentForm;
}

/** What the core tells a capability, and where a capability takes part. All of it is optional. */
export interface SessionHooks {
  /** A sign of a student at work. */
  onActivity?(exerciseId: ExerciseId): void;
  /** Runs an official check, which may write to the workspace. */
  duringCheck?<T>(exerciseId: ExerciseId, check: () => Promise<T>): Promise<T>;
  /** Called before the student learns the result, so that its record is there by then. */
  onJudged?(judged: Judged): Promise<void>;
  /** The exercise is about to be reset; `reason` is for whoever is waiting for something from it. */
  onReset?(exerciseId: ExerciseId, reason: PracticeError): void;
  /** The agent that the student has chosen for an exercise or, without one, for everything. */
  agentFor?(exerciseId: ExerciseId | undefined): Promise<AgentId | undefined>;
  /** Agents that run besides those of sessions. They count towards `--max-sessions`. */
  runningAgents?(): Promise<RunningAgent[]>;
  /** Ends one of them that nobody needs just now. False if there is none. */
  endIdleAgent?(): Promise<boolean>;
  /** The agent has said a marker: a claim, which is not checked yet. Resolves when it cannot be lost any more. */
  onMarker?(said: SaidMarker): Promise<void>;
  /** The agent, or the student in a chat, has said this. Takes no time: nobody waits for what comes of it. */
  onSaid?(said: SaidText): void;
  /** The student has typed or pasted this, as it was sent. */
  onInput?(exerciseId: ExerciseId, bytes: Buffer): void;
  /** What the pages that show the session say of the student, one for each; none are left when it is empty. */
  onPresence?(exerciseId: ExerciseId, presences: readonly Presence[]): void;
  /** The student has typed or pasted something; what a terminal reports by itself does not count. */
  onTyped?(exerciseId: ExerciseId): void;
  /** What a page that comes to the session has to know. */
  greetingOf?(exerciseId: ExerciseId): ServerFrame | undefined;
  /** What the agent of a chat has to know about the student's work, beside the last check; a few lines. */
  describeWork?(exerciseId: ExerciseId): Promise<string | undefined>;
  /** Whether the agent of a session that is about to begin is a coach: it sees the work, points, and writes nothing. */
  isCoached?(exerciseId: ExerciseId): Promise<boolean>;
  /** Why the student is not to be nudged just now, in words that end a sentence; undefined if they may be. */
  mayNudge?(exerciseId: ExerciseId): Promise<string | undefined>;
  /** A session has begun, or was there when the daemon came back. */
  onSessionBegan?(exerciseId: ExerciseId): void;
  /** It is over. */
  onSessionEnded?(exerciseId: ExerciseId, reason: EndReason): void;
  /** A part of what the panel knows about an exercise before any check. */
  outlineOf?(exerciseId: ExerciseId, exercise: Exercise): Promise<Partial<ExerciseOutline>>;
}

/** The hooks of all capabilities as one, in the order in which they were added. */
export class HookList implements Required<Omit<SessionHooks, 'greetingOf' | 'describeWork'>> {
  readonly #hooks: SessionHooks[] = [];

  add(hooks: SessionHooks): void {
    this.#hooks.push(hooks);
  }

  onActivity(exerciseId: ExerciseId): void {
    for (const hooks of this.#hooks) hooks.onActivity?.(exerciseId);
  }

  duringCheck<T>(exerciseId: ExerciseId, check: () => Promise<T>): Promise<T> {
    const around = this.#hooks.reduce((inner, hooks) => () => hooks.duringCheck?.(exerciseId, inner) ?? inner(), check);
    return around();
  }

  async onJudged(judged: Judged): Promise<void> {
    for (const hooks of this.#hooks) await hooks.onJudged?.(judged);
  }

  onReset(exerciseId: ExerciseId, reason: PracticeError): void {
    for (const hooks of this.#hooks) hooks.onReset?.(exerciseId, reason);
  }

  async agentFor(exerciseId: ExerciseId | undefined): Promise<AgentId | undefined> {
    for (const hooks of this.#hooks) {
      const agent = await hooks.agentFor?.(exerciseId);
      if (agent !== undefined) return agent;
    }
    return undefined;
  }

  async runningAgents(): Promise<RunningAgent[]> {
    return (await Promise.all(this.#hooks.map((hooks) => hooks.runningAgents?.() ?? []))).flat();
  }

  async endIdleAgent(): Promise<boolean> {
    for (const hooks of this.#hooks) if (await hooks.endIdleAgent?.()) return true;
    return false;
  }

  onSaid(said: SaidText): void {
    for (const hooks of this.#hooks) hooks.onSaid?.(said);
  }

  onInput(exerciseId: ExerciseId, bytes: Buffer): void {
    for (const hooks of this.#hooks) hooks.onInput?.(exerciseId, bytes);
  }

  onPresence(exerciseId: ExerciseId, presences: readonly Presence[]): void {
    for (const hooks of this.#hooks) hooks.onPresence?.(exerciseId, presences);
  }

  onTyped(exerciseId: ExerciseId): void {
    for (const hooks of this.#hooks) hooks.onTyped?.(exerciseId);
  }

  async isCoached(exerciseId: ExerciseId): Promise<boolean> {
    for (const hooks of this.#hooks) if (await hooks.isCoached?.(exerciseId)) return true;
    return false;
  }

  /** The first reason against it that there is. */
  async mayNudge(exerciseId: ExerciseId): Promise<string | undefined> {
    for (const hooks of this.#hooks) {
      const reason = await hooks.mayNudge?.(exerciseId);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  onSessionBegan(exerciseId: ExerciseId): void {
    for (const hooks of this.#hooks) hooks.onSessionBegan?.(exerciseId);
  }

  onSessionEnded(exerciseId: ExerciseId, reason: EndReason): void {
    for (const hooks of this.#hooks) hooks.onSessionEnded?.(exerciseId, reason);
  }

  async onMarker(said: SaidMarker): Promise<void> {
    for (const hooks of this.#hooks) await hooks.onMarker?.(said);
  }

  /** Those of all capabilities. */
  greetingsOf(exerciseId: ExerciseId): ServerFrame[] {
    return this.#hooks.flatMap((hooks) => hooks.greetingOf?.(exerciseId) ?? []);
  }

  /** What all capabilities have to say. */
  async describeWork(exerciseId: ExerciseId): Promise<string[]> {
    const said = await Promise.all(this.#hooks.map((hooks) => hooks.describeWork?.(exerciseId)));
    return said.filter((text) => text !== undefined);
  }

  async outlineOf(exerciseId: ExerciseId, exercise: Exercise): Promise<Partial<ExerciseOutline>> {
    const parts = await Promise.all(this.#hooks.map((hooks) => hooks.outlineOf?.(exerciseId, exercise)));
    return Object.assign({}, ...parts);
  }
}
