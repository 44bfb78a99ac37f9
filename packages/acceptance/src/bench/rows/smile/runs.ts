import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { corpusCases } from '../../../learner/case.js';
import { expertMentor } from '../../../learner/mentor.js';
import { literalStudent } from '../../../learner/student.js';
import { eitherOf, turnOf } from '../../../learner/turn.js';
import { temporaryFolder } from '../../../machine/temporary-folder.js';
import { Scenario } from '../../../model-api/scenario.js';
import { startModelApi } from '../../../model-api/server.js';
import { layOutCase } from '../../../smile/smile-program.js';
import { median } from '../../measures/numbers.js';
import type { Resources } from '../../resources.js';
import type { Row } from '../../row.js';
import { type AloneOptions, timeAlone } from './cli-alone.js';
import { openEngine, timeContainers } from './containers.js';
import { watchRun } from './watched-run.js';

const ROUNDS = 5;
/** Of each iteration. */
const CONTAINERS = 2;

/**
 * Real runs of a tutorial with a gap, in two iterations with a mentor between. Then the CLI alone has the same
 * conversations with the same scripted models: what an iteration takes beyond them and beyond its two containers, which
 * have budgets of their own, is what the loop adds, its checks included.
 */
export const smileRuns: Row = {
  budgets: ['smile-event', 'smile-overhead'],
  inShort: false,
  async measure({ resources }) {
    const { path: folder } = resources.add(await temporaryFolder('af-bench-smile-'));
    const { engine, image } = await openEngine(resources);
    const { models, prompts, tutorial } = await startModels(resources);
    const stop = new AbortController();
    resources.add({ [Symbol.asyncDispose]: async () => stop.abort() });
    const [arrivals, alone, containers, overhead]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      const place = join(folder, `author-${round}`);
      await mkdir(place);
      await layOutCase(tutorial, 'gap', place, { image, agents: ['claude'] });
      const options = { folder: place, home: join(folder, 'home'), engine: engine.env, modelUrl: models.url };
      const watched = await watchRun(options, resources);
      arrivals.push(...watched.arrivals);
      // The CLI alone begins with the same prompts again, which are of no interest.
      const asked = prompts.splice(0);
      for (const { ms, agents } of watched.iterations) {
        const cli = await timeAll(asked.splice(0, agents), { folder, modelUrl: models.url, signal: stop.signal });
        // Of the student, and of the mentor or the checks: each is made and removed.
        const made = CONTAINERS * (await timeContainers(engine, image)).resetMs;
        alone.push(cli);
        containers.push(made);
        overhead.push(ms - cli - made);
      }
      if (asked.length > 0) throw new Error('An agent has begun more than one conversation');
      prompts.length = 0;
    }
    const compared = { 'CLI alone': median(alone), containers: median(containers) };
    return [
      { budget: 'smile-event', value: Math.max(...arrivals), note: `${arrivals.length} events, the latest` },
      { budget: 'smile-overhead', value: median(overhead), compared, note: `${overhead.length} iterations` },
    ];
  },
};

/** Milliseconds of all these conversations, one after the other. */
async function timeAll(prompts: readonly string[], options: AloneOptions): Promise<number> {
  let sum = 0;
  for (const prompt of prompts) sum += await timeAlone(prompt, options);
  return sum;
}

/** Models for student and mentor of a tutorial. `prompts` grows by each with which a conversation begins. */
async function startModels(resources: Resources) {
  const cases = await corpusCases();
  const [tutorial] = cases;
  if (tutorial === undefined) throw new Error('There are no tutorials to try');
  const prompts: string[] = [];
  const script = eitherOf(literalStudent(), expertMentor(cases));
  const turn = turnOf((talk) => {
    if (talk.results.length === 0) prompts.push(talk.prompt);
    return script(talk);
  });
  const models = resources.add(await startModelApi(new Scenario([turn])));
  return { models, prompts, tutorial };
}
