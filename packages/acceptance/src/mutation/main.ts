// Counts how many small changes of the code its tests notice. Ends with 0 when enough of each part are noticed, 1 when
// not or when a part could not be tried, 2 when the arguments make no sense, 130 when interrupted.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOrComplaint } from '../options-or-complaint.js';
import { makeScratch } from '../sabotage/scratch.js';
import { stopSignal } from '../stop-signal.js';
import { asMarkdown, keepBeside, readKept } from './kept.js';
import { HELP, type Options, readOptions } from './options.js';
import { PARTS } from './parts.js';
import { runPart } from './run-part.js';
import { exitCodeOf, isEnough, percentOf, type Score } from './score.js';
import { type Share, shareWords } from './share.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const KEPT = join(ROOT, 'packages/acceptance/mutation.md');
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
  const results: boolean[] = [];
  for (const name of options.parts) {
    if (stop.aborted) return INTERRUPTED;
    results.push(await tryPart(name, options, stop));
  }
  if (stop.aborted) return INTERRUPTED;
  return exitCodeOf(results);
}

/** A copy for each: what one part left behind does not change another's score. */
async function tryPart(name: string, { keep, only, share }: Options, stop: AbortSignal): Promise<boolean> {
  const part = PARTS[name];
  if (part === undefined) throw new Error(`There is no part ${name}`);
  process.stderr.write(`• ${name}…\n`);
  try {
    await using scratch = await makeScratch(ROOT);
    const score = await runPart(part, { root: scratch.root, only, share, stop });
    process.stdout.write(`${score.survivors.map((survivor) => `  ${survivor}\n`).join('')}${lineOf(name, score)}\n`);
    if (keep) keepScore(name, share, score);
    return isEnough(score);
  } catch (error) {
    process.stderr.write(`${name} could not be tried: ${error instanceof Error ? error.message : error}\n`);
    return false;
  }
}

function lineOf(name: string, score: Score): string {
  const mark = isEnough(score) ? '✓' : '✗';
  return `${mark} ${name}: ${score.noticed} of ${score.tried} mutants noticed, ${percentOf(score).toFixed(1)} %`;
}

function keepScore(part: string, share: Share, { noticed, tried }: Score): void {
  const before = existsSync(KEPT) ? readKept(readFileSync(KEPT, 'utf8')) : [];
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(KEPT, asMarkdown(keepBeside(before, { part, share: shareWords(share), noticed, tried, date })));
}
