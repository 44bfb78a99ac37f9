#!/usr/bin/env node
// These have to come before all our other code.
import './system/v8/small-heap.js';
import './system/current-folder.js';

import { AGENT_CLIS, AgentList } from '@agent-factory/agent-cli';
import { systemCode } from '@agent-factory/exercise-runtime';
import { DEFAULT_MAX_SESSIONS } from '@agent-factory/protocol/conversations';
import { Command, InvalidArgumentError, Option } from 'commander';
import { originOf } from './access/origins.js';
import { agents, printAgentsSchema } from './commands/agents.js';
import { attach } from './commands/attach.js';
import { coach } from './commands/coach.js';
import { COACH_HELP, type CoachCall, readCoachSettings } from './commands/coach-environment.js';
import { dashboard } from './commands/dashboard.js';
import { doctor } from './commands/doctor.js';
import { addMemoriesCommands } from './commands/memories/cli.js';
import type { Run } from './commands/run.js';
import { serve } from './commands/serve.js';
import { sessions } from './commands/sessions.js';
import { stop } from './commands/stop.js';
import { type Config, createConfig, type Flags } from './config.js';
import { CannotStart } from './system/cannot-start.js';
import { LOG_LEVELS } from './system/log.js';
import { VERSION } from './system/version.js';

const UNIT_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new InvalidArgumentError('A port is a number from 0 to 65535.');
}

function parseDuration(text: string): number {
  if (text === '0') return 0;
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text);
  if (match === null)
    throw new InvalidArgumentError('A time is a number with ms, s, m, h or d, such as 4h. 0 means never.');
  return Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
}

function parseCount(text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count < 1) throw new InvalidArgumentError('At least 1, at most 999.');
  return count;
}

function parseOrigin(text: string, others: readonly string[] = []): string[] {
  if (originOf(text) !== text) throw new InvalidArgumentError('An origin has no path: http://localhost:3000');
  return [...others, text];
}

function createProgram(run: Run): Command {
  const program = new Command('practice-server')
    .description('Opens practice terminals beside the lessons in your browser, on this machine alone.')
    .version(VERSION)
    .option(
      '--port <number>',
      'port to listen on; if it is taken, the next free of 3101-3110; "coach" takes no other than one that is named',
      parsePort,
      3100,
    )
    .option('--content <url|folder>', 'where the lessons are', 'http://localhost:3000')
    .option('--allow-origin <origin>', 'also let pages of this origin use the server (repeatable)', parseOrigin)
    .option(
      '--agent <name>',
      `AI CLI of new exercises and projects: ${Object.keys(AGENT_CLIS).join(', ')}, or one of agents.json`,
      'claude',
    )
    .option(
      '--max-sessions <number>',
      'agents that may run at once, in terminals and conversations together',
      parseCount,
      DEFAULT_MAX_SESSIONS,
    )
    .option(
      '--idle-timeout <time>',
      'end sessions that nobody has used for this long, 0 for never (default: 4h)',
      parseDuration,
    )
    .option(
      '--nudge-after <time>',
      'offer a hand to a student who was still for this long, 0 for never (default: 120s)',
      parseDuration,
    )
    .option('--no-open', 'do not open the browser')
    .addOption(new Option('--log-level <level>', 'how much to log').choices([...LOG_LEVELS]).default('info'))
    .option('--log-json', 'log as JSON lines')
    .addHelpText('after', '\nYour work is in ~/af-practice/<exercise>/. AF_PRACTICE_HOME replaces the home directory.')
    .allowExcessArguments()
    .action((flags: Flags, command: Command) => {
      const [unknown] = command.args;
      if (unknown !== undefined)
        command.error(`error: unknown command '${unknown}'. "practice-server --help" lists them.`);
      return run(serve, flags);
    });
  const sub = (name: string, description: string) =>
    program.command(name).description(description).allowExcessArguments(false);
  sub('doctor', 'say what is missing on this machine and how to get it').action(() => run(doctor, program.opts()));
  sub('agents', 'list the AI CLIs that can be the tutor, and what each still needs')
    .option('--schema', 'print the JSON Schema of agents.json instead')
    .action((options: { schema?: boolean }) =>
      run(async (config) => (options.schema === true ? printAgentsSchema() : agents(config)), program.opts()),
    );
  sub('sessions', 'list the exercises that are running').action(() => run(sessions, program.opts()));
  sub('attach', 'open a running exercise in this terminal')
    .argument('<exercise-id>')
    .action((id: string) => run((config) => attach(config, id), program.opts()));
  sub('stop', 'stop the server; exercises keep running').action(() => run(stop, program.opts()));
  sub('dashboard', 'open the page that shows what you have learnt').action(() => run(dashboard, program.opts()));
  addMemoriesCommands(program, run);
  sub('coach', 'open a folder of your own in the Workbench, beside an agent that coaches you')
    .argument('[folder]', 'the project; by default PROJECT_DIR, or the current folder')
    .option('--strict-env', 'start only where PROJECT_DIR and ANTHROPIC_API_KEY are set')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', COACH_HELP)
    .action((folder: string | undefined, { strictEnv: isStrict }: { strictEnv?: boolean }) =>
      runCoach(run, program, { folder, isStrict }),
    );
  return program;
}

/** The environment has a word here, too; what the command line says counts more. */
async function runCoach(run: Run, program: Command, call: Pick<CoachCall, 'folder' | 'isStrict'>): Promise<void> {
  const flags: Flags = program.opts();
  const isGiven = (name: string) => program.getOptionValueSource(name) === 'cli';
  const given = { port: isGiven('port') ? flags.port : undefined };
  const settings = await readCoachSettings({ ...call, ...given, environment: process.env, cwd: process.cwd() });
  if (!settings.ok) {
    process.stderr.write(`${settings.issues.join('\n')}\n`);
    process.exitCode = 1;
    return;
  }
  const { environment, ...rest } = settings.value;
  const { port } = rest;
  const agent = isGiven('agent') ? flags.agent : undefined;
  await run(
    (config) => coach(port === undefined ? config : { ...config, ports: [port] }, { ...rest, agent }),
    flags,
    environment,
  );
}

/** A failure at the start that a person can fix is a sentence; anything else is a bug and keeps its stack. */
function explain(error: unknown): string {
  if (error instanceof CannotStart) return error.message;
  const code = systemCode(error);
  if (code === undefined || !(error instanceof Error))
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `The practice server cannot start: ${error.message}. "practice-server doctor" checks this machine.`;
}

/** Only the agents of the student's own file are not known before. */
function requireKnownAgent({ agent, paths }: Config): void {
  const agents = new AgentList(paths.agents);
  if (agents.find(agent) !== undefined) return;
  const known = agents.all().map(({ id }) => id);
  const problems = agents.problems.map((problem) => `\n${problem}`).join('');
  throw new CannotStart('unknown_agent', `There is no agent "${agent}". Choose one of ${known.join(', ')}.${problems}`);
}

async function main(): Promise<void> {
  const program = createProgram(async (command, flags, environment = process.env) => {
    const config = createConfig(flags, environment);
    requireKnownAgent(config);
    process.exitCode = await command(config);
  });
  try {
    await program.parseAsync();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
  await Promise.all([process.stdout, process.stderr].map(written));
  // Idle keep-alive sockets of our own requests would keep the process alive for seconds.
  process.exit();
}

/** A pipe whose reader is slow has not taken all yet, and would never have the rest. One that is closed takes nothing. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.once('close', resolve).write('', () => resolve());
  });
}

await main();
