// npm run chaos: a student works while everything around them breaks.

import { optionsOrComplaint } from '../options-or-complaint.js';
import { stopController } from '../stop-signal.js';
import { FAULTS } from './faults.js';
import { INVARIANTS } from './invariants.js';
import { HELP, type Options, readOptions, repeatOf } from './options.js';
import { endingsAsText, endingsHold, runEndings } from './runs/endings.js';
import { killsAsText, killsHold, runKills } from './runs/kills.js';
import { asText } from './runs/report.js';
import { runChaos } from './runs/run.js';

const INTERRUPTED = 130;

const tell = (text: string) => void process.stdout.write(text);

process.exit(await main());

async function main(): Promise<number> {
  const options = optionsOrComplaint(readOptions, HELP);
  if (typeof options === 'number') return options;
  if (options.help || options.list) {
    tell(options.help ? HELP : listOfFaults());
    return 0;
  }
  const stop = stopRun();
  tell(`Seed ${options.seed}\n`);
  const holds = await run(options, stop);
  if (stop.aborted) return INTERRUPTED;
  return holds ? 0 : 1;
}

async function run(options: Options, stop: AbortSignal): Promise<boolean> {
  const { seed, seconds, faults, kills, endings } = options;
  if (kills !== undefined) {
    const sum = await runKills({ kills, seed, stop, tell });
    tell(`\n${killsAsText(sum)}Again: npm run chaos -- --kills ${kills} --seed ${seed}\n`);
    return killsHold(sum);
  }
  if (endings !== undefined) {
    const sum = await runEndings({ endings, seed, stop, tell });
    tell(`\n${endingsAsText(sum)}Again: npm run chaos -- --endings ${endings} --seed ${seed}\n`);
    return endingsHold(sum);
  }
  const report = await runChaos({ seconds, seed, faults, stop, tell });
  tell(`\n${asText(report, repeatOf(options, FAULTS.length))}`);
  return report.violations.length === 0;
}

function listOfFaults(): string {
  const faults = FAULTS.map(
    ({ name, does, after, rare }) => `${name}${rare ? ' (rarely)' : ''}\n  ${does}\n  → ${after}\n`,
  );
  const always = INVARIANTS.map(({ name, holds }) => `  ${name}: ${holds}\n`);
  return `${faults.join('')}After every step:\n${always.join('')}`;
}

/** Ctrl+C and `kill` end the run, which then ends what it has started; so does an uncaught error. */
function stopRun(): AbortSignal {
  const abort = stopController();
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${error.stack}\n`);
    abort.abort(error);
  });
  return abort.signal;
}
