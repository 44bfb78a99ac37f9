import { basename, dirname, isAbsolute, relative } from 'node:path';
import type { Exercise } from '@agent-factory/exercise-runtime';
import type { Config } from '../config/schema.js';
import type { JudgeTask } from '../contract/judge-task.js';
import { loadTutorial, type Tutorial } from '../tutorial/load.js';
import { resolveTarget, type Target } from '../tutorial/targets.js';

/** A script that decides, and where it is. */
export interface Checks {
  /** Absolute: the folder that only the container of the checks sees. */
  readonly folder: string;
  readonly task: JudgeTask;
  /** Milliseconds that it may take. */
  readonly timeoutMs: number;
  readonly in: 'fresh' | 'same';
}

/** All that a run needs to know of its target, before there is a run. */
export interface Plan {
  readonly config: Config;
  /** What the author named: a path, a lesson, an exercise. */
  readonly target: string;
  /** The tutorial's path as reports and patches name it. */
  readonly shownPath: string;
  readonly tutorial: Tutorial;
  readonly checks: Checks | undefined;
  /** Absolute folder of the files that the work folder begins with. */
  readonly starter: string | undefined;
  /** Commands that are run there before the student begins. */
  readonly setup: readonly string[];
}

/** Milliseconds beyond the limit of a check within which it has to have told what it found. */
const JUDGE_GRACE_MS = 10_000;

/**
 * Finds and reads what is to be tried: the argument, or the tutorial of the configuration.
 * @throws SmileError `tutorial_…` and `target_unknown`; PracticeError `content_invalid` for a broken exercise
 */
export async function makePlan(config: Config, argument: string | undefined, cwd: string): Promise<Plan> {
  const target: Target =
    argument === undefined ? { kind: 'file', file: config.tutorial } : await resolveTarget(argument, cwd);
  const tutorial = await loadTutorial(target.file);
  const exercise = target.kind === 'exercise' ? target.exercise : undefined;
  return {
    config,
    target: argument ?? target.file,
    shownPath: shownPath(target.file, cwd),
    tutorial,
    checks: exercise === undefined ? checksOfConfig(config) : checksOfExercise(exercise),
    starter: target.kind === 'exercise' ? target.starter : undefined,
    setup: exercise?.config.workspace.setupCommands ?? [],
  };
}

/** Relative to where the author is, if it is below: there, patches apply. */
function shownPath(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return path.startsWith('..') || isAbsolute(path) ? basename(file) : path;
}

function checksOfConfig({ checks }: Config): Checks | undefined {
  if (checks === undefined) return undefined;
  const timeoutMs = checks.timeoutSeconds * 1000;
  return {
    folder: dirname(checks.script),
    task: { kind: 'script', script: basename(checks.script), timeoutSeconds: checks.timeoutSeconds },
    timeoutMs: timeoutMs + JUDGE_GRACE_MS,
    in: checks.in,
  };
}

function checksOfExercise({ dir, config }: Exercise): Checks | undefined {
  if (config.verification === undefined) return undefined;
  return {
    folder: dir,
    task: { kind: 'exercise', id: config.id },
    timeoutMs: config.verification.timeout * 1000 + JUDGE_GRACE_MS,
    in: 'fresh',
  };
}
