import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, posix, relative } from 'node:path';
import type { Exercise } from '@agent-factory/exercise-runtime';
import type { Config } from '../config/schema.js';
import { SmileError } from '../contract/errors.js';
import { type JudgeTask, PLACES } from '../contract/judge-task.js';
import { loadTutorial, type Tutorial } from '../tutorial/load.js';
import { resolveTarget, type Target } from '../tutorial/targets.js';

/** A script that decides, and where it is. */
export interface Checks {
  /** What only the container of the checks sees, read-only: a folder, or a script alone. Absolute. */
  readonly source: string;
  /** Where it is there. */
  readonly target: string;
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
 * Finds and reads what is to be tried: the argument, or the tutorial of the configuration. Its text is only read where
 * it is not known.
 * @throws SmileError `tutorial_…`, `target_unknown`, and `config_invalid` for checks that are not there; PracticeError `content_invalid` for a broken exercise
 */
export async function makePlan(
  config: Config,
  argument: string | undefined,
  cwd: string,
  known?: Tutorial,
): Promise<Plan> {
  const target: Target =
    argument === undefined ? { kind: 'file', file: config.tutorial } : await resolveTarget(argument, cwd);
  const tutorial = known ?? (await loadTutorial(target.file));
  const exercise = target.kind === 'exercise' ? target.exercise : undefined;
  return {
    config,
    target: argument ?? target.file,
    shownPath: shownPath(target.file, cwd),
    tutorial,
    checks: exercise === undefined ? await checksOfConfig(config, dirname(target.file)) : checksOfExercise(exercise),
    starter: target.kind === 'exercise' ? target.starter : undefined,
    setup: exercise?.config.workspace.setupCommands ?? [],
  };
}

/** Relative to where the author is, if it is below: there, patches apply. */
function shownPath(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return path.startsWith('..') || isAbsolute(path) ? basename(file) : path;
}

async function checksOfConfig(
  { checks, folder, outputDir }: Config,
  tutorialFolder: string,
): Promise<Checks | undefined> {
  if (checks === undefined) return undefined;
  const script = await realScript(checks.script);
  const own = dirname(script);
  // What a student has written runs beside the checks. In a folder of theirs is what they need; others have more.
  const others = await Promise.all(
    [tutorialFolder, folder, outputDir].map((place) => realpath(place).catch(() => place)),
  );
  const isShared = others.some((place) => !relative(own, place).startsWith('..'));
  const timeoutMs = checks.timeoutSeconds * 1000;
  return {
    source: isShared ? script : own,
    target: isShared ? posix.join(PLACES.checks, basename(script)) : PLACES.checks,
    task: { kind: 'script', script: basename(script), timeoutSeconds: checks.timeoutSeconds },
    timeoutMs: timeoutMs + JUDGE_GRACE_MS,
    in: checks.in,
  };
}

/** Better told before a student has been paid for. */
async function realScript(path: string): Promise<string> {
  const script = await realpath(path).catch(() => undefined);
  if (script !== undefined && (await stat(script)).isFile()) return script;
  const message = `"checks" names ${path}, which is ${script === undefined ? 'not there' : 'no file'}.`;
  throw new SmileError('config_invalid', message, { field: 'checks.script', found: path });
}

function checksOfExercise({ dir, config }: Exercise): Checks | undefined {
  if (config.verification === undefined) return undefined;
  return {
    source: dir,
    target: PLACES.checks,
    task: { kind: 'exercise', id: config.id },
    timeoutMs: config.verification.timeout * 1000 + JUDGE_GRACE_MS,
    in: 'fresh',
  };
}
