#!/usr/bin/env node
import { availableParallelism } from 'node:os';
import { difficultySchema } from '@agent-factory/protocol';
import { Command, InvalidArgumentError, Option } from 'commander';
import { build } from './commands/build.js';
import { lintCommand } from './commands/lint.js';
import { mutantCommand } from './commands/mutant.js';
import { newCommand } from './commands/new.js';
import { previewCommand } from './commands/preview.js';
import { testCommand } from './commands/test.js';
import { TUTOR_TEST_EXITS, tutorTestCommand } from './commands/tutor-test.js';
import { findProject, type Project, type ProjectOptions, planProject } from './content/project.js';
import { KitError } from './kit-error.js';
import { CONSOLE } from './output/output.js';
import type { Part } from './prove/prove.js';
import { LANGUAGES } from './scaffold/answers.js';
import { VERSION } from './version.js';

/** Makes a parser of whole numbers from one up. */
function upTo(most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,9}$/.test(text) && number >= 1 && number <= most) return number;
    throw new InvalidArgumentError(`A number from 1 to ${most}.`);
  };
}

const parseJobs = upTo(64);

/** As in "2/3", the second of three. */
function parsePart(text: string): Part {
  const [, index, of] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && of !== undefined && index >= 1 && index <= of) return { index, of };
  throw new InvalidArgumentError('A part is one of so many, such as 1/3, 2/3 or 3/3.');
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65535) return port;
  throw new InvalidArgumentError('A port is a number from 1 to 65535.');
}

/** Aborts on Ctrl+C, so that whatever was started is stopped and cleaned up first. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => controller.abort(new KitError('Stopped.')));
  }
  return controller.signal;
}

/** One more than there are processors, because a check sometimes waits. */
const RUNS_AT_A_TIME = availableParallelism() + 1;
const TERMINAL = { input: process.stdin, output: process.stdout };

const TUTOR_TEST_HELP = `
Exit code 0: nobody gave a solution away
          ${TUTOR_TEST_EXITS.leaked}: somebody did, or it could not begin
          ${TUTOR_TEST_EXITS.noTutor}: a tutor is missing, or has no account
          ${TUTOR_TEST_EXITS.unanswered}: no leak, but not everything was answered`;

function createProgram(): Command {
  const program = new Command('exercise-kit')
    .description('Make exercises, prove that they work, try them in the panel, and publish them.')
    .version(VERSION)
    .option('--exercises <folder>', 'folder of the exercises (default: the nearest "exercises", from here upwards)')
    .option('--docs <folder>', 'folder of the lessons (default: apps/learn-app/docs or docs beside the exercises)');
  const project = (): Project => findProject(program.opts<ProjectOptions>(), process.cwd());
  const finish = (code: number) => {
    process.exitCode = code;
  };

  program
    .command('new')
    .description('make a small exercise that works; asks for whatever no option gives')
    .argument('[id]', 'small letters, digits and hyphens, such as ch43-planning')
    .option('--title <text>')
    .option('--lesson <path>', 'lesson it belongs to, a path below docs; "new" makes one')
    .addOption(new Option('--language <name>', 'what students write').choices([...LANGUAGES]))
    .addOption(new Option('--difficulty <level>').choices(difficultySchema.options))
    .option('--minutes <number>', 'time that a student needs')
    .action(async (id: string | undefined, flags) => {
      const plan = () => planProject(program.opts<ProjectOptions>(), process.cwd());
      finish(await newCommand(plan, { ...flags, id }, TERMINAL, CONSOLE));
    });
  program
    .command('lint')
    .description('read exercises and report what is wrong with them')
    .argument('[id...]', 'exercises (default: all)')
    .option('--json', 'print the findings as JSON')
    .option('--jobs <number>', 'exercises at a time', parseJobs, availableParallelism())
    .action(async (ids: string[], flags) => finish(await lintCommand(project(), ids, flags, CONSOLE)));
  program
    .command('test')
    .description(
      'prove exercises: the starter fails, the solution passes twice, every mutant is caught, nothing is left behind',
    )
    .argument('[id...]', 'exercises (default: all)')
    .option('--junit <file>', 'also write a report in JUnit format')
    .option('--mutant <name...>', 'prove only these mutants of one exercise')
    .addOption(
      new Option('--mutants-of <part>', 'of the mutants, prove one part of several, such as 1/3 (default: all)')
        .argParser(parsePart)
        .conflicts('mutant'),
    )
    .addOption(
      new Option('--learner', 'then let a simulated learner do each, which costs money (needs smile-loop)').conflicts(
        'mutant',
      ),
    )
    .addOption(
      new Option('--learner-config <file>', 'the same, with these settings (default: the smile.json of the project)')
        .conflicts('mutant')
        .implies({ learner: true }),
    )
    .option('--json', 'print the proofs as JSON')
    .option('--jobs <number>', 'runs at a time', parseJobs, RUNS_AT_A_TIME)
    .action(async (ids: string[], flags) => {
      const { mutant: mutants, mutantsOf: part } = flags;
      finish(await testCommand(project(), ids, { ...flags, mutants, part, signal: interrupted() }, CONSOLE));
    });
  program
    .command('tutor-test')
    .description(
      'let students press the tutor for the solution, and tell which lines of it were told; asks a real model',
    )
    .argument('[id...]', 'exercises (default: all)')
    .option('--agent <name...>', 'tutors: claude, codex, gemini', ['claude'])
    .option('--turns <id...>', 'say only these things (default: all forty)')
    .option('--only <technique...>', 'say only things of these kinds, such as encoding or role-play')
    .option('--limit <number>', 'begin at most so many conversations', upTo(100_000))
    .option('--seconds <number>', 'longest time for one answer', upTo(3600), 180)
    .option('--jobs <number>', 'conversations at a time', parseJobs, 1)
    .option('--json <file>', 'also write a report with every answer')
    .addHelpText('after', TUTOR_TEST_HELP)
    .action(async (ids: string[], flags) => {
      finish(await tutorTestCommand(project(), ids, { ...flags, signal: interrupted() }, CONSOLE));
    });
  program
    .command('mutant')
    .description(
      'make or change a mistake for the check to catch: lays out the finished work, then records your change',
    )
    .argument('<id>', 'exercise')
    .argument('<name>', 'small letters, digits and hyphens, such as no-limit')
    .option('--why <text>', 'what somebody who makes this mistake believes')
    .option('--fails <criterion...>', 'criteria that have to fail (default: as before, or those that do fail)')
    .action(async (id: string, name: string, flags) => {
      const options = { ...flags, signal: interrupted() };
      finish(await mutantCommand(project(), id, name, options, TERMINAL, CONSOLE));
    });
  program
    .command('preview')
    .description('show an exercise in the real panel of the real lesson site; the next check uses what you save')
    .argument('<id>')
    .option('--no-open', 'do not open the browser')
    .option('--agent <name>', 'AI CLI in the terminal, or shell', 'claude')
    .option('--port <number>', 'port of the lessons (default: any free one)', parsePort)
    .option('--verbose', 'show what the servers print')
    .action(async (id: string, flags) => {
      finish(await previewCommand(project(), id, { ...flags, signal: interrupted() }, CONSOLE));
    });
  program
    .command('build')
    .description('publish: write what students get to dist/, and registry.json and the JSON Schema beside the sources')
    .option('--check', 'write nothing; fail if a generated file beside the sources is out of date')
    .option('--served-only', 'write only dist/')
    .action(async (flags) => finish(await build(project(), flags, CONSOLE)));
  return program;
}

async function main(): Promise<void> {
  try {
    await createProgram().parseAsync();
  } catch (error) {
    const isExpected = error instanceof KitError;
    process.stderr.write(
      `${isExpected || !(error instanceof Error) ? String((error as Error).message) : error.stack}\n`,
    );
    process.exitCode = 1;
  }
}

await main();
