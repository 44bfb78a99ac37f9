import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Ended, runCommand } from './command.js';
import { readPlaywright, readVitest, type TestOutcome } from './reports.js';

const ACCEPTANCE = 'packages/acceptance';
const IN_BROWSER = `${ACCEPTANCE}/browser/`;
/** The file of those that measure, which Playwright knows as a project of its own. */
const SPEED = `${IN_BROWSER}speed.spec.ts`;

/** What broken code is waited for: far less than on a busy machine, since most of what is broken never comes. In ms. */
const PATIENCE_MS = 20_000;
/** No test takes longer, in milliseconds, or it has failed. */
const TEST_WITHIN_MS = 150_000;
/** A runner with several tests is ended after this; then nothing is known. In milliseconds. */
const RUNNER_WITHIN_MS = 900_000;

/** Only the tests that name this row, and of these only those with `title` in theirs. */
export interface Wanted {
  readonly id: string;
  readonly title: string | undefined;
}

export interface Tests {
  /** The copy of the repository. */
  readonly root: string;
  /** Test files, relative to the repository. */
  readonly files: readonly string[];
  readonly wanted: readonly Wanted[];
  readonly stop: AbortSignal;
}

/** The outcomes of those that have one; `complaint` is what a runner said that has none. */
export interface Tried {
  readonly outcomes: readonly TestOutcome[];
  readonly complaint: string;
}

const isInBrowser = (file: string) => file.startsWith(IN_BROWSER);
/** Whether a test, by its text, opens a page of the lesson site; the others have those of daemon or simulated learner. */
export const opensLessons = (text: string) => /\b(?:classroom|serveSite)\b/.test(text);

/** Runs the tests, each kind by its own runner. */
export async function tryTests(tests: Tests): Promise<Tried> {
  const kinds = [
    { run: runVitest, read: readVitest, files: tests.files.filter((file) => !isInBrowser(file)) },
    { run: runPlaywright('behaviour'), read: readPlaywright, files: tests.files.filter(isBehaviour) },
    { run: runPlaywright('speed'), read: readPlaywright, files: tests.files.filter((file) => file === SPEED) },
  ];
  const tried: Tried[] = [];
  for (const { run, read, files } of kinds) {
    if (files.length > 0) tried.push(await report(tests.root, (path) => run({ ...tests, files }, path), read));
  }
  return {
    outcomes: tried.flatMap(({ outcomes }) =>
      outcomes.filter(({ title }) => tests.wanted.some((wanted) => isWanted(wanted, title))),
    ),
    complaint: tried.map(({ complaint }) => complaint).join(''),
  };
}

const isBehaviour = (file: string) => isInBrowser(file) && file !== SPEED;

/** Whether a test with this title is one of those. */
export function isWanted({ id, title = '' }: Wanted, ofTest: string): boolean {
  return ofTest.includes(`[${id}]`) && ofTest.includes(title);
}

async function report(
  root: string,
  run: (path: string) => Promise<Ended>,
  read: (text: string) => TestOutcome[],
): Promise<Tried> {
  const path = join(root, ACCEPTANCE, 'test-results-of-sabotage.json');
  await rm(path, { force: true });
  const { exitCode, output } = await run(path);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  try {
    return { outcomes: text === undefined ? [] : read(text), complaint: exitCode === 0 ? '' : output };
  } catch (error) {
    // A runner that was ended while it wrote.
    return { outcomes: [], complaint: `its report cannot be read (${error})\n${output}` };
  }
}

function runVitest({ root, files, wanted, stop }: Tests, path: string): Promise<Ended> {
  const args = [
    ...['run', '--project', '@agent-factory/*', '--reporter=json', `--outputFile=${path}`],
    ...[`--testTimeout=${TEST_WITHIN_MS}`, '-t', pattern(wanted), ...files],
  ];
  return runCommand(join(root, 'node_modules/.bin/vitest'), args, { ...limits(stop, '0'), cwd: root });
}

const runPlaywright =
  (project: string) =>
  ({ root, files, wanted, stop }: Tests, path: string): Promise<Ended> => {
    const cwd = join(root, ACCEPTANCE);
    const args = [
      ...['test', `--project=${project}`, '--no-deps', '--reporter=json', `--timeout=${TEST_WITHIN_MS}`],
      ...['--update-snapshots=none', '-g', pattern(wanted), ...files.map((file) => relative(ACCEPTANCE, file))],
    ];
    const { env, ...rest } = limits(stop, '');
    const environment = { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: path };
    return runCommand('node_modules/.bin/playwright', args, { ...rest, env: environment, cwd });
  };

/** Of tests that are the same for each AI CLI, Vitest tries the first; Playwright's have turns of another kind as well. */
const limits = (stop: AbortSignal, turn: '' | '0') => ({
  withinMs: RUNNER_WITHIN_MS,
  stop,
  env: { PRACTICE_TEST_TURN: turn, PRACTICE_PATIENCE_MS: String(PATIENCE_MS) },
});

/** As a regular expression: each may stand anywhere in a title, which begins with those of its file and suites. */
function pattern(wanted: readonly Wanted[]): string {
  const holds = (text: string) => `(?=.*${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')})`;
  return wanted.map(({ id, title = '' }) => `^${holds(`[${id}]`)}${holds(title)}`).join('|');
}
