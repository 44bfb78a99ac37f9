import { resolve } from 'node:path';
import { cwd, stderr } from 'node:process';
import { parseArgs } from 'node:util';

export const HELP = `npm run smile -- [options] [lesson or exercise…]

Lets a simulated learner go through lessons, and tells which line of which lacks what. A lesson with an exercise is
judged by the exercise's own checks. What has not changed since it last passed, or last had gaps, is not tried again.
A run uses a model, and so costs money: begin with one lesson.

  --all             every lesson that has an exercise
  --without-checks  also lessons that have none: there, the model's word is the verdict
  --config <file>   settings of the learner (default: smile.json in the project's folder)
  --force           try again what has not changed
  --help            show this

A lesson is named by its path below apps/learn-app/docs, an exercise by its id:

  npm run smile -- ch33-agent-loop
  npm run smile -- 05-Building-Custom-Agents/33-how-agents-work/02-the-agent-loop

Reports are in smile-results/, a folder for each. Exit codes: 0 all passed; 1 a lesson has gaps; otherwise that of the
learner's program, the highest of all (see --help of packages/smile-loop/dist/cli.js).
`;

const OPTIONS = {
  all: { type: 'boolean', default: false },
  'without-checks': { type: 'boolean', default: false },
  config: { type: 'string' },
  force: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
};

/** What somebody has asked for. Without anything to try, it is the help. */
export function readArguments(args) {
  const { values, positionals: names, problem } = parsed(args);
  if (problem !== undefined) stderr.write(`${problem}\n\n`);
  const isMistake = problem !== undefined || (!values.help && !values.all && names.length === 0);
  return {
    names,
    all: values.all,
    withoutChecks: values['without-checks'],
    config: values.config === undefined ? undefined : resolve(cwd(), values.config),
    force: values.force,
    help: values.help || isMistake,
    isMistake,
  };
}

function parsed(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    return { values: {}, positionals: [], problem: error.message };
  }
}
