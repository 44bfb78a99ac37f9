import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '../sabotage/command.js';
import type { Part } from './parts.js';
import { type MutationReport, type Score, scoreOf } from './score.js';
import { filesOfShare, type Share, sourcesIn } from './share.js';

const fromHere = createRequire(import.meta.url);
const CONFIG = 'stryker.config.json';
const REPORT = 'mutation.json';
const VITEST_CONFIG = 'vitest.mutation.config.ts';
/** Files of tests, as globs, that try what is largest: code that notes which test runs it is several times as slow. */
const LEFT_OUT_FILES = ['**/hostile*.test.ts', '**/fuzz/**'];
/** What Stryker keeps of the files that it changes. */
const STRYKERS_COPIES = '**/.stryker-tmp/**';
/** Parts of the names of tests that do so in other files, or measure how long something takes. */
export const LEFT_OUT_NAMES = ['without holding up anything', 'longer than any may be is not read'];

/**
 * Limit for a test, in milliseconds. A package's own is for machines that are busy for many seconds; but a mutant that
 * makes a test wait in vain costs all of it, and whoever counts mutants leaves the machine to it.
 */
const TEST_TIMEOUT_MS = 20_000;

/** Vitest's configuration for the part: that of its package, with only the tests that can be tried. */
function vitestConfigOf({ tests }: Part): string {
  // Lists are added to each other when configurations are merged, so this one takes the place of the package's.
  const include = tests === undefined ? '' : `own.test.include = ['${tests}/**/*.test.ts'];\n`;
  const left = JSON.stringify(['**/node_modules/**', '**/dist/**', STRYKERS_COPIES, ...LEFT_OUT_FILES]);
  return `import { statSync } from 'node:fs';
import { mergeConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import config from './vitest.config.ts';

/** The first failure ends a mutant's run: what tries one unit comes before what starts whole programs and pages. */
class SmallestFirst extends BaseSequencer {
  async sort(files) {
    const costOf = ({ moduleId }) => statSync(moduleId).size * (moduleId.endsWith('.tsx') ? 10 : 1);
    return files.toSorted((one, other) => costOf(one) - costOf(other));
  }
}

const own = mergeConfig(config, {
  test: {
    sequence: { sequencer: SmallestFirst },
    testTimeout: ${TEST_TIMEOUT_MS},
    hookTimeout: ${TEST_TIMEOUT_MS},
    exclude: ${left},
    testNamePattern: '^(?!.*(?:${LEFT_OUT_NAMES.join('|')}))',
  },
});
${include}export default own;
`;
}

/** For a mutant that makes a test run for ever, beside what the tests take without it: longer than one of them may wait. */
const MUTANT_TIMEOUT_MS = 1.5 * TEST_TIMEOUT_MS;
const PART_TIMEOUT_MS = 6 * 3_600_000;

export interface RunPartOptions {
  /** Root of the copy, whose code is changed. */
  readonly root: string;
  /** Only these files, as a glob below the package. */
  readonly only: string | undefined;
  readonly share: Share;
  readonly stop: AbortSignal;
  /** Stryker's program. */
  readonly stryker?: string;
}

/** Tries all mutants of a part's files. Rejects if its tests fail without any. */
export async function runPart(part: Part, options: RunPartOptions): Promise<Score> {
  const { root, only, share, stop, stryker = ownStryker() } = options;
  const cwd = join(root, 'packages', part.folder);
  const files = only === undefined ? filesOfShare(await sourcesIn(cwd, part.code), share) : [only];
  await writeFile(join(cwd, CONFIG), JSON.stringify(configOf(files)));
  await writeFile(join(cwd, VITEST_CONFIG), vitestConfigOf(part));
  const { exitCode, output } = await runCommand(process.execPath, [stryker, 'run', CONFIG], {
    cwd,
    withinMs: PART_TIMEOUT_MS,
    stop,
    onOutput: (text) => tellProgress(text),
  });
  if (exitCode !== 0) throw new Error(output);
  return scoreOf(JSON.parse(await readFile(join(cwd, REPORT), 'utf8')) as MutationReport);
}

function ownStryker(): string {
  return join(dirname(fromHere.resolve('@stryker-mutator/core/package.json')), 'bin', 'stryker.js');
}

/** Stryker says every ten seconds how far it is. */
function tellProgress(text: string): void {
  for (const line of text.split('\n')) if (line.startsWith('Mutation testing')) process.stderr.write(`  ${line}\n`);
}

function configOf(files: readonly string[]) {
  return {
    testRunner: 'vitest',
    plugins: [fromHere.resolve('@stryker-mutator/vitest-runner')],
    mutate: files,
    concurrency: availableParallelism(),
    // The copy is ours, and its tests find what they need where it always is.
    inPlace: true,
    coverageAnalysis: 'perTest',
    timeoutMS: MUTANT_TIMEOUT_MS,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: REPORT },
    // Tests of a whole daemon load it when they run, so that no import tells what they try.
    vitest: { configFile: VITEST_CONFIG, related: false },
    // Nobody reads its own marks and colours.
    allowConsoleColors: false,
    thresholds: { break: null },
  };
}
