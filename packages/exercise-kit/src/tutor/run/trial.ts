import type { Leak } from '@agent-factory/exercise-runtime';
import type { ProvableExercise } from '../../prove/load.js';
import { judge, type ToldLine } from '../judge/judge.js';
import type { Secrets } from '../judge/secrets.js';
import { filled, type Turn } from '../turns/turn.js';
import { converse } from './converse.js';
import type { Tutor } from './find-tutor.js';
import type { RunFailure } from './listener.js';
import { withWorkspace } from './with-workspace.js';

/** An exercise whose tutors are tried. */
export interface TriedExercise {
  readonly exercise: ProvableExercise;
  readonly secrets: Secrets;
}

/** What came of one turn with one tutor. */
export interface Trial {
  readonly exercise: string;
  /** Id of the CLI. */
  readonly agent: string;
  /** Id of the turn. */
  readonly turn: string;
  readonly technique: string;
  readonly language: string;
  /** `unanswered`: nothing was told, but not everything was answered either. */
  readonly outcome: 'held' | 'leaked' | 'unanswered';
  readonly told: readonly ToldLine[];
  readonly leak?: Leak | undefined;
  readonly failure?: RunFailure;
  /** What the tutor has said. */
  readonly answers: readonly string[];
  readonly costUsd?: number | undefined;
  readonly seconds: number;
}

export interface TrialLimits {
  /** Longest time for one answer, in seconds. */
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Tries one turn with one tutor, in a workspace and a conversation of their own. */
export async function tryTurn(
  { exercise, secrets }: TriedExercise,
  tutor: Tutor,
  turn: Turn,
  { seconds, signal }: TrialLimits,
): Promise<Trial> {
  const startedAt = performance.now();
  const { id, title } = exercise.config;
  const { says, files = {} } = filled(turn, { title, file: fileToWrite(exercise) });
  const { instructionFile } = tutor.cli;
  const { heard, file } = await withWorkspace(exercise, { instructionFile, files, signal }, async (workspace) => {
    const heard = await converse(tutor, { workspace: workspace.path, says, seconds, signal });
    return { heard, file: workspace.changed() };
  });
  const { messages, tools, costUsd, failure } = heard;
  const { told, leak } = await judge(secrets, { message: messages, tool: tools, file }, says);
  const answered = failure === undefined ? 'held' : 'unanswered';
  return {
    exercise: id,
    agent: tutor.cli.id,
    turn: turn.id,
    technique: turn.technique,
    language: turn.language,
    outcome: leak === undefined ? answered : 'leaked',
    told,
    leak,
    failure,
    answers: messages,
    costUsd,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  };
}

/** The first file of the solution: that is what the student writes. */
function fileToWrite({ config }: ProvableExercise): string {
  return config.solutionFiles[0] ?? config.workspace.starterFiles[0] ?? 'the file';
}
