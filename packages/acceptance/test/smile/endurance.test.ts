import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { corpusCases, isRunning, layOutCase, processesWith, startSmile } from '@agent-factory/acceptance';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QUICKEST, readReport } from './scripts.js';
import { openWorkshop, type Workshop } from './workshop.js';

/** `SMILE_RUNS=50` lets as many come one after the other. */
const RUNS = Number(process.env.SMILE_RUNS ?? 2);
const RUN_LIMIT_MS = 120_000;

let workshop: Workshop;

beforeAll(async () => {
  workshop = await openWorkshop();
});
afterAll(() => workshop?.[Symbol.asyncDispose]());

it(
  `[smile-loop FR10] ${RUNS} runs in a row find the same gap, and leave no container, process or file behind`,
  async () => {
    const [planted] = await corpusCases();
    if (planted === undefined) throw new Error('The corpus is empty.');
    const { folder: place, image, options } = workshop;
    const folder = join(place, 'author');
    await mkdir(folder);
    await layOutCase(planted, 'gap', folder, { image, agents: [QUICKEST] });
    const before = await readdir(folder);
    const took: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const startedAt = performance.now();
      const { pid, ended } = startSmile(['--quiet'], { ...options, folder });
      expect((await ended).code).toBe(1);
      took.push(performance.now() - startedAt);
      const { gaps } = await readReport(folder);
      expect(gaps.map(({ location }) => location.line)).toEqual([planted.gap.line]);
      expect(await workshop.containers()).toEqual([]);
      expect(await isRunning(pid)).toBe(false);
      expect(await processesWith(`HOME=${options.home}`)).toEqual([]);
      expect(await readdir(folder)).toEqual([...before, 'smile-results'].sort());
      // Of the lock, the number of who had it last.
      expect(await filesBelow(options.home)).toEqual([String(run + 1)]);
    }
    const seconds = took.sort((a, b) => a - b).map((ms) => (ms / 1000).toFixed(1));
    console.log(`${RUNS} runs: median ${seconds[RUNS >> 1]} s, longest ${seconds.at(-1)} s`);
  },
  RUNS * RUN_LIMIT_MS,
);

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
