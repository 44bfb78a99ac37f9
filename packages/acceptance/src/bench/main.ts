// Measures the practice server and the simulated learner against their budgets. Ends with 0 when all are met, 1 when
// one is missed or could not be measured, 2 when the arguments make no sense, 130 when interrupted.
import { writeFile } from 'node:fs/promises';
import { optionsOrComplaint } from '../options-or-complaint.js';
import { stopSignal } from '../stop-signal.js';
import { judge } from './budgets.js';
import { lookAtRows } from './look-at-rows.js';
import { HELP, type Options, readOptions } from './options.js';
import { asJson, asText, type Report } from './report.js';
import { ROWS } from './rows.js';
import { runRow } from './run-row.js';

const INTERRUPTED = 130;

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

async function measure({ rows, short }: Options, stop: AbortSignal): Promise<Report> {
  const look = async (name: string) => {
    const row = ROWS[name];
    if (row === undefined || stop.aborted) return [];
    process.stderr.write(`• ${name}…`);
    const startedAt = performance.now();
    try {
      return (await runRow(row, { short, stop })).map((measured) => judge(measured, { short }));
    } finally {
      process.stderr.write(` ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
    }
  };
  return { short, ...(await lookAtRows(rows, { short, look })) };
}
