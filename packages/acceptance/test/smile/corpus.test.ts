import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type AgentProgram,
  type CorpusCase,
  type CorpusSetting,
  type Ended,
  layOutCase,
  startSmile,
} from '@agent-factory/acceptance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusCases, GAP_KINDS } from '../../src/learner/case.js';
import { hasTurn } from '../../src/machine/turns.js';
import { QUICKEST } from './scripts.js';
import { openWorkshop, type Workshop } from './workshop.js';

const run = promisify(execFile);
const CASES = await corpusCases();

/** The quickest follows all of them, in thirds where in turns; each other CLI one or two kinds, and the whole corpus by hand. */
const FOLLOWED: Readonly<Record<AgentProgram, readonly string[]>> = {
  codex: GAP_KINDS,
  claude: process.env.SMILE_WHOLE_CORPUS ? GAP_KINDS : ['missing-dependency', 'missing-image'],
  gemini: process.env.SMILE_WHOLE_CORPUS ? GAP_KINDS : ['missing-dependency'],
};

const OTHERS: readonly AgentProgram[] = ['claude', 'gemini'];

let workshop: Workshop;
beforeAll(async () => {
  workshop = await openWorkshop();
});
afterAll(() => workshop?.[Symbol.asyncDispose]());

interface SeenReport {
  readonly meta: { readonly outcome: string; readonly judgedBy: string };
  readonly gaps: readonly { readonly location: { readonly line: number }; readonly evidence: readonly unknown[] }[];
  readonly combinedPatch: string;
}

interface Tried extends Ended {
  readonly report: SeenReport;
  readonly folder: string;
}

async function tryCase(one: CorpusCase, version: 'gap' | 'mended', agent: AgentProgram): Promise<Tried> {
  const folder = join(workshop.folder, `${agent}-${one.kind}-${version}`);
  await mkdir(folder);
  const setting: CorpusSetting = { image: workshop.image, agents: [agent] };
  await layOutCase(one, version, folder, setting);
  return tryFolder(folder);
}

async function tryFolder(folder: string): Promise<Tried> {
  const ended = await startSmile(['--quiet'], { ...workshop.options, folder }).ended;
  const report = JSON.parse(await readFile(join(folder, 'smile-results', 'smile-report.json'), 'utf8')) as SeenReport;
  return { ...ended, report, folder };
}

/** The tutorial with the patch of its report, as an author applies it. */
async function patched(folder: string, patch: string): Promise<void> {
  await writeFile(join(folder, 'fix.patch'), patch);
  await run('git', ['apply', '--whitespace=nowarn', 'fix.patch'], { cwd: folder });
}

for (const [agent, kinds] of Object.entries(FOLLOWED) as [AgentProgram, readonly string[]][]) {
  describe(`followed by ${agent}`, () => {
    for (const one of CASES.filter(({ kind }) => kinds.includes(kind))) {
      const due = agent === QUICKEST ? hasTurn(GAP_KINDS, one.kind, 3) : hasTurn(OTHERS, agent);
      it.skipIf(!due)(`finds the gap "${one.kind}" at its line, with a patch that mends it`, async () => {
        const { code, report, folder, stderr } = await tryCase(one, 'gap', agent);
        expect({ code, outcome: report.meta.outcome, judgedBy: report.meta.judgedBy }, stderr).toEqual({
          code: 1,
          outcome: 'docs_gap',
          judgedBy: 'checks',
        });
        expect(report.gaps.map(({ location }) => location.line)).toEqual([one.gap.line]);
        await patched(folder, report.combinedPatch);
        const again = await tryFolder(folder);
        expect({ code: again.code, gaps: again.report.gaps }, again.stderr).toEqual({ code: 0, gaps: [] });
      });

      it.skipIf(!due)(`finds nothing in the mended twin of "${one.kind}"`, async () => {
        const { code, report, stderr } = await tryCase(one, 'mended', agent);
        expect({ code, outcome: report.meta.outcome, gaps: report.gaps }, stderr).toEqual({
          code: 0,
          outcome: 'passed',
          gaps: [],
        });
      });
    }
  });
}

it('leaves no container behind', async () => {
  expect(await workshop.containers()).toEqual([]);
});
