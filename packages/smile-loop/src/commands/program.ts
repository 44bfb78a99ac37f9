import { Command, InvalidArgumentError, Option } from 'commander';
import { PROVIDERS } from '../contract/agents.js';
import { exitCodesText } from '../display/exit-codes.js';
import { REPORT_FORMATS } from '../report/files/read.js';
import { compareCommand } from './compare.js';
import type { Context } from './context.js';
import { initCommand } from './init.js';
import { observeCommand } from './observe.js';
import { replayCommand } from './replay.js';
import { reportCommand } from './report.js';
import { resumeCommand } from './resume.js';
import { runCommand } from './run.js';

/** Runs of `compare` for each version, and of `run`. */
const REPEATS = { compare: 5, run: 1 } as const;
const MAX_REPEAT = 1000;

const RUN_ID = ['[run]', 'its id (default: the newest)'] as const;

function whole(min: number, max: number) {
  return (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`A whole number from ${min} to ${max}.`);
  };
}

function dollars(text: string): number {
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && number > 0) return number;
  throw new InvalidArgumentError('An amount such as 2.50.');
}

const collected = (text: string, before: readonly string[] = []) => [...before, text];

/** Options of all commands that read a configuration. */
function withPlace(command: Command): Command {
  return command
    .option('--config <file>', 'settings (default: smile.json in this folder, or none)')
    .option('--output <folder>', 'folder of the reports (default: smile-results)');
}

function withShowing(command: Command): Command {
  return command
    .option('--json', 'print every event, and at the end the report, as a line of JSON')
    .option('--quiet', 'print errors only');
}

function withRun(command: Command, repeats: number): Command {
  const day = whole(1, 86_400);
  return withShowing(withPlace(command))
    .addOption(new Option('--provider <name>', 'CLI of the student and the mentor').choices([...PROVIDERS]))
    .option('--model <name>', 'model of the student, and of the mentor where nothing else is said')
    .addOption(new Option('--mentor-provider <name>', 'CLI of the mentor').choices([...PROVIDERS]))
    .option('--mentor-model <name>', 'model of the mentor')
    .option('--image <name>', 'image of the containers')
    .option('--max-iterations <number>', 'tries of the student at most', whole(1, 1000))
    .option('--timeout <seconds>', 'time of the whole run', day)
    .option('--max-usd <amount>', 'money that the models of one run may cost', dollars)
    .option('--max-tokens <number>', 'tokens that they may read and write', whole(1, 10_000_000_000))
    .option('--allow-network', 'let the containers into every network')
    .option('--cache', 'keep the answers of the models, and use them again')
    .option('--port <number>', 'port of the page (default: any that is free)', whole(0, 65_535))
    .option('--knows <sentence>', 'something that the learner knows already; may be repeated', collected)
    .option('--checks <script>', 'script that decides whether the tutorial has worked')
    .option('--repeat <number>', 'runs, one after the other', whole(1, MAX_REPEAT), repeats);
}

/** The command line. `finish` is told the exit code of the command that ran. */
export function createProgram(context: Context, finish: (code: number) => void): Command {
  const program = new Command('smile-loop')
    .description('Lets a simulated learner try a tutorial in a clean container, and tells which line lacks what.')
    .version(context.installed.version)
    .exitOverride()
    .addHelpText('after', `\n${exitCodesText()}`);

  withRun(program.command('run', { isDefault: true }), REPEATS.run)
    .description('try a tutorial: a Markdown file, a lesson of a site, or the id of an exercise')
    .argument('[target]', 'default: the tutorial of smile.json, or tutorial.md')
    .option('--junit <file>', 'also write a report in JUnit format')
    .option('--open', 'open the page of the run in the browser')
    .action(async (target: string | undefined, flags) => finish(await runCommand(context, target, flags)));
  withPlace(program.command('observe'))
    .description('show a run in the browser, while it goes on or afterwards')
    .argument(...RUN_ID)
    .option('--no-open', 'print the address only')
    .option('--port <number>', 'port of the page (default: any that is free)', whole(0, 65_535))
    .action(async (runId: string | undefined, flags) => finish(await observeCommand(context, runId, flags)));
  withPlace(program.command('report'))
    .description('print the report of a run; the exit code is that of the run')
    .argument(...RUN_ID)
    .addOption(new Option('--format <name>', 'form of the report').choices([...REPORT_FORMATS]).default('md'))
    .action(async (runId: string | undefined, flags) => finish(await reportCommand(context, runId, flags)));
  withShowing(withPlace(program.command('resume')))
    .description('go on with a run that was ended in its middle')
    .argument(...RUN_ID)
    .action(async (runId: string | undefined, flags) => finish(await resumeCommand(context, runId, flags)));
  withShowing(withPlace(program.command('replay')))
    .description('do a run again with the answers that its models gave; costs nothing')
    .argument(...RUN_ID)
    .action(async (runId: string | undefined, flags) => finish(await replayCommand(context, runId, flags)));
  withRun(program.command('compare'), REPEATS.compare)
    .description('try two versions of a tutorial, and say whether one is easier to follow')
    .argument('<before>', 'first version')
    .argument('<after>', 'second version')
    .action(async (before: string, after: string, flags) =>
      finish(await compareCommand(context, [before, after], flags)),
    );
  program
    .command('init')
    .description('write a smile.json with every setting and what it does')
    .option('--force', 'also over one that is there')
    .action(async (flags) => finish(await initCommand(context, flags)));
  return program;
}
