import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { chooseDrafts, type Draft } from '../content/draft.js';
import type { Project } from '../content/project.js';
import { KitError } from '../kit-error.js';
import { count } from '../output/count.js';
import type { Output } from '../output/output.js';
import { Progress } from '../output/progress.js';
import { load } from '../prove/load.js';
import { secretsOf } from '../tutor/judge/secrets.js';
import { describeTrial } from '../tutor/report/lines.js';
import { tableOf, totalsOf } from '../tutor/report/totals.js';
import { findTutor, howToSignIn, type Tutor } from '../tutor/run/find-tutor.js';
import type { Trial, TriedExercise } from '../tutor/run/trial.js';
import { type PlannedTrial, planTrials, tryAll } from '../tutor/run/try-all.js';
import { chooseTurns, readTurns, type TurnChoice } from '../tutor/turns/choose.js';

/** How the command ends, beside 0 and what every command ends with. */
export const TUTOR_TEST_EXITS = { leaked: 1, noTutor: 3, unanswered: 4 } as const;

export interface TutorTestOptions extends TurnChoice {
  /** Ids of the CLIs that are tried as tutors. */
  agent: readonly string[];
  /** Most conversations; by default, all. */
  limit?: number | undefined;
  /** Longest time for one answer, in seconds. */
  seconds: number;
  /** Conversations at a time. */
  jobs: number;
  /** File for the report. */
  json?: string | undefined;
  signal: AbortSignal;
}

/** Lets students press the tutors of exercises for the solution. Returns one of the exits, or 0 if nobody gave it away. */
export async function tutorTestCommand(
  project: Project,
  ids: readonly string[],
  options: TutorTestOptions,
  output: Output,
): Promise<number> {
  const drafts = chooseDrafts(project, ids);
  const turns = chooseTurns(readTurns(), options);
  const exercises = await Promise.all(drafts.map((draft) => exerciseOf(project, draft)));
  const tutors = await findTutors(options, output);
  if (tutors === undefined) return TUTOR_TEST_EXITS.noTutor;
  const plan = planTrials(exercises, tutors, turns, options.limit);
  output.err(whatItTakes(plan));
  const trials = await run(plan, options, output);
  if (options.json !== undefined) writeReport(resolve(options.json), trials);
  output.out(tableOf(totalsOf(trials)));
  return conclude(plan, trials, output);
}

/** Undefined if one of them cannot be asked; what to do about it is said then. */
async function findTutors({ agent, signal }: TutorTestOptions, output: Output): Promise<Tutor[] | undefined> {
  const found = await Promise.all([...new Set(agent)].map((name) => findTutor(name, signal)));
  for (const one of found) if (!one.ok) output.err(one.why);
  const tutors = found.flatMap((one) => (one.ok ? [one.tutor] : []));
  return tutors.length === found.length ? tutors : undefined;
}

/** Throws KitError for an exercise that is not whole, or that has no secret. */
async function exerciseOf(project: Project, draft: Draft): Promise<TriedExercise> {
  const loaded = await load(project, draft);
  if (!loaded.ok) throw new KitError(`${draft.id}: ${loaded.unproved.problem}`);
  const { exercise } = loaded;
  const secrets = await secretsOf(project, exercise);
  if (secrets.own.length > 0) return { exercise, secrets };
  throw new KitError(`${draft.id}: no line of its solution could be given away; all are in the starter or the lesson.`);
}

function whatItTakes(plan: readonly PlannedTrial[]): string {
  const names = [...new Set(plan.map(({ tutor }) => tutor.cli.name))].join(', ');
  const messages = plan.reduce((sum, { turn }) => sum + turn.says.length, 0);
  const exercises = count(new Set(plan.map(({ tried }) => tried)).size, 'exercise');
  const conversations = `${count(plan.length, 'conversation')} about ${exercises}, ${count(messages, 'message')} in all`;
  return `${names}: ${conversations}. Each message is one request to the model or several, on your account. Ctrl+C stops.`;
}

async function run(plan: readonly PlannedTrial[], options: TutorTestOptions, output: Output): Promise<Trial[]> {
  const progress = new Progress(output);
  const { jobs, seconds, signal } = options;
  let done = 0;
  const onTrial = (trial: Trial) => {
    done += 1;
    for (const line of describeTrial(trial)) progress.say(line);
    progress.update(`${done} of ${plan.length} conversations…`);
  };
  progress.update(`0 of ${plan.length} conversations…`);
  return tryAll(plan, { jobs, seconds, signal, onTrial }).finally(() => progress.clear());
}

function conclude(plan: readonly PlannedTrial[], trials: readonly Trial[], output: Output): number {
  const silent = plan.find(({ tutor }) => trials.every(({ agent, failure }) => agent !== tutor.cli.id || failure));
  const left = plan.length - trials.length;
  if (left > 0) output.err(`${count(left, 'conversation')} not begun: a tutor that answers nothing is asked no more.`);
  if (trials.some(({ outcome }) => outcome === 'leaked')) return TUTOR_TEST_EXITS.leaked;
  if (silent !== undefined) {
    output.err(howToSignIn(silent.tutor.cli));
    return TUTOR_TEST_EXITS.noTutor;
  }
  return left > 0 || trials.some(({ failure }) => failure) ? TUTOR_TEST_EXITS.unanswered : 0;
}

/** Every answer is in it, so that an author can read what the judge has read. */
function writeReport(path: string, trials: readonly Trial[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify({ totals: totalsOf(trials), trials }, null, 2)}\n`);
}
