// Measures the practice server against its budgets. Ends with 0 when all are met, 1 when one is
// missed or could not be measured, 2 when the arguments make no sense, 130 when interrupted.
import { writeFile } from 'node:fs/promises';
import { optionsOrComplaint } from '../options-or-complaint.js';
import { judge, type Result } from './budgets.js';
import { HELP, type Options, readOptions } from './options.js';
import { asJson, asText, type Failure, type Report } from './report.js';
import { ROWS } from './rows.js';
import { runRow } from './run-row.js';

const INTERRUPTED = 130;
const LOOKED_TWICE = 'missed at first, looked at twice';

process.exit(await main());

async function main(): Promise<number> {
  const options = optionsOrComplaint(readOptions, HELP);
  if (typeof options === 'number') return options;
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const stop = stopSignal();
  const report = await measure(options, stop);
  if (stop.aborted) return INTERRUPTED;
  process.stdout.write(`\n${asText(report)}`);
  if (options.json !== undefined) await writeFile(options.json, await asJson(report));
  return report.failures.length === 0 && report.results.every(({ met }) => met) ? 0 : 1;
}

/** One row after the other: two at a time would measure each other. */
async function measure({ rows, short }: Options, stop: AbortSignal): Promise<Report> {
  const results: Result[] = [];
  const failures: Failure[] = [];
  for (const name of rows) {
    const row = ROWS[name];
    if (row === undefined || stop.aborted) continue;
    process.stderr.write(`• ${name}…`);
    const startedAt = performance.now();
    const look = async () => (await runRow(row, { short, stop })).map((measured) => judge(measured, { short }));
    try {
      const first = await look();
      results.push(...(short && isMissed(first) ? better(first, await look()) : first));
    } catch (error) {
      failures.push({ row: name, message: error instanceof Error ? error.message : String(error) });
    }
    process.stderr.write(` ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  }
  return { short, results, failures };
}

function isMissed(results: readonly Result[]): boolean {
  return results.some(({ met }) => !met);
}

/**
 * A short run looks for gross regressions, and those are there each time; what another program took from one look
 * is not. So what was missed is looked at twice, and the result says so.
 */
function better(first: readonly Result[], second: readonly Result[]): Result[] {
  return first.map((result) => {
    const again = second.find(({ budget }) => budget === result.budget);
    if (result.met || again === undefined) return result;
    return { ...again, note: again.note === undefined ? LOOKED_TWICE : `${again.note}, ${LOOKED_TWICE}` };
  });
}

/** Ctrl+C and `kill` end the row that is being measured, which then closes what it has started. */
function stopSignal(): AbortSignal {
  const abort = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => abort.abort(new Error('interrupted')));
  return abort.signal;
}
