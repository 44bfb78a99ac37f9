import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { corpusCases } from '../../../learner/case.js';
import { expertMentor } from '../../../learner/mentor.js';
import { literalStudent } from '../../../learner/student.js';
import { eitherOf, turnOf } from '../../../learner/turn.js';
import { AGENT_PROGRAMS } from '../../../machine/programs.js';
import { temporaryFolder } from '../../../machine/temporary-folder.js';
import { Scenario } from '../../../model-api/scenario.js';
import { startModelApi } from '../../../model-api/server.js';
import { layOutCase } from '../../../smile/smile-program.js';
import { median } from '../../measures/numbers.js';
import type { Row } from '../../row.js';
import { openEngine, timed } from './containers.js';
import { type IterationTime, watchRun } from './watched-run.js';

const run = promisify(execFile);
const ROUNDS = 5;
/** Asked of the CLI alone. */
const HELLO = 'Say hello.';

/**
 * Real runs of a tutorial with a gap, in two iterations with a mentor between. What a CLI needs to start and to say one
 * sentence is measured alone, and is no part of what the loop adds; the containers of each iteration are. The scripted
 * models answer at once, so that what lies between them and the CLI counts as well.
 */
export const smileRuns: Row = {
  budgets: ['smile-event', 'smile-overhead'],
  inShort: false,
  async measure({ resources }) {
    const { path: folder } = resources.add(await temporaryFolder('af-bench-smile-'));
    const { engine, image } = await openEngine(resources);
    const cases = await corpusCases();
    const script = eitherOf(literalStudent(), expertMentor(cases));
    const turn = turnOf((talk) => (talk.prompt.includes(HELLO) ? { say: 'Hello.' } : script(talk)));
    const models = resources.add(await startModelApi(new Scenario([turn])));
    const [tutorial] = cases;
    if (tutorial === undefined) throw new Error('There are no tutorials to try');
    const stop = new AbortController();
    resources.add({ [Symbol.asyncDispose]: async () => stop.abort() });
    const [arrivals, iterations, alone]: [number[], IterationTime[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      const [place, home] = [join(folder, `author-${round}`), join(folder, `alone-${round}`)];
      for (const path of [place, home]) await mkdir(path);
      alone.push(await timeAlone(home, { modelUrl: models.url, signal: stop.signal }));
      await layOutCase(tutorial, 'gap', place, { image, agents: ['claude'] });
      const options = { folder: place, home: join(folder, 'home'), engine: engine.env, modelUrl: models.url };
      const watched = await watchRun(options, resources);
      arrivals.push(...watched.arrivals);
      iterations.push(...watched.iterations);
    }
    const cli = median(alone);
    const overhead = iterations.map(({ restMs, agents }) => restMs - agents * cli);
    const compared = { 'CLI alone': cli };
    return [
      { budget: 'smile-event', value: Math.max(...arrivals), note: `${arrivals.length} events, the latest` },
      { budget: 'smile-overhead', value: median(overhead), compared, note: `${iterations.length} iterations` },
    ];
  },
};

interface AloneOptions {
  readonly modelUrl: string;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Milliseconds from the start of the CLI to its end, with a home folder as new as in a container. */
async function timeAlone(home: string, { modelUrl, signal }: AloneOptions): Promise<number> {
  const program = await AGENT_PROGRAMS.claude();
  const env = { HOME: home, PATH: '/usr/bin:/bin', ANTHROPIC_BASE_URL: modelUrl, ANTHROPIC_AUTH_TOKEN: 'nobody' };
  const { ms } = await timed(() => {
    const asked = run(program, ['--print', HELLO], { cwd: home, env, signal });
    asked.child.stdin?.end();
    return asked;
  });
  return ms;
}
