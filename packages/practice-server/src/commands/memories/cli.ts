import { MAX_MEMORIES_PAGE } from '@agent-factory/protocol/mind';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../../config.js';
import { commandEnvironment } from '../coach-environment.js';
import type { Run } from '../run.js';
import { exportMemories } from './export.js';
import { listMemories } from './list.js';
import { moveMemories } from './move.js';

const USUAL_LIMIT = 20;

const MEMORIES_HELP = `
They are kept in ~/.af-practice/state.db or, with CHROMADB_URL (or chromadbUrl in ~/.af-practice/coach.json), in ChromaDB.
CHROMADB_URL and DATA_DIR are read from the environment and from .env in the current folder, as "coach" does.`;

/** Adds what the command line can do with memories. */
export function addMemoriesCommands(program: Command, run: Run): void {
  const memories = program
    .command('memories')
    .description('what the coach remembers: list it, export it, move it to ChromaDB or back')
    .addHelpText('after', MEMORIES_HELP);
  const runHere = async (command: (config: Config) => Promise<number>) =>
    run(command, program.opts(), await commandEnvironment({ environment: process.env, cwd: process.cwd() }));
  memories
    .command('list', { isDefault: true })
    .description('show the latest, or those that are about something')
    .option('--query <words>', 'the nearest in meaning first')
    .option('--project <id>', 'of one project alone')
    .option('--limit <number>', `at most ${MAX_MEMORIES_PAGE}`, parseLimit, USUAL_LIMIT)
    .allowExcessArguments()
    .action((wanted: { query?: string; project?: string; limit: number }, { args: [unknown] }: Command) => {
      if (unknown !== undefined)
        memories.error(`error: unknown command '${unknown}'. "practice-server memories --help" lists them.`);
      return runHere((config) => listMemories(config, wanted));
    });
  memories
    .command('export')
    .description('print all as JSON, one a line, the oldest first')
    .allowExcessArguments(false)
    .action(() => runHere(exportMemories));
  memories
    .command('move')
    .description('move all to the other place; the server must not run')
    .addOption(
      new Option('--to <place>', 'where they are to be kept').choices(['here', 'chroma']).makeOptionMandatory(),
    )
    .option('--dry-run', 'only say how many there are')
    .allowExcessArguments(false)
    .addHelpText('after', MEMORIES_HELP)
    .action(({ to, dryRun = false }: { to: 'here' | 'chroma'; dryRun?: boolean }) =>
      runHere((config) => moveMemories(config, { to: to === 'here' ? to : 'chromadb', isDryRun: dryRun })),
    );
}

function parseLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_MEMORIES_PAGE) return limit;
  throw new InvalidArgumentError(`At least 1, at most ${MAX_MEMORIES_PAGE}.`);
}
