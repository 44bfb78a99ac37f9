import { baseImage } from '../../../containers/base-image.js';
import { startEngine, type TestEngine } from '../../../containers/start-engine.js';
import { findOnPath } from '../../lines/find-on-path.js';
import { median } from '../../measures/numbers.js';
import { timed } from '../../measures/timed.js';
import type { Resources } from '../../resources.js';
import type { Row } from '../../row.js';
import { built } from './built.js';

const ROUNDS = 9;
const ROUNDS_SHORT = 2;
const MEGABYTE = 1024 * 1024;

interface Container {
  runInside(argv: readonly string[], options: { timeout: number }): Promise<{ exitCode: number | null }>;
  remove(): Promise<boolean>;
}
interface Modules {
  readonly Engine: { open(options: { env: Readonly<Record<string, string>> }): Promise<unknown> };
  readonly SmileContainer: { start(engine: unknown, request: object): Promise<Container> };
}

/** Until a new container has run a first command, and until the next one has after the first is removed. */
export const smileContainers: Row = {
  budgets: ['smile-ready', 'smile-reset'],
  inShort: true,
  async measure({ short, resources }) {
    const { engine: service, image } = await openEngine(resources);
    const [ready, reset, bare]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < (short ? ROUNDS_SHORT : ROUNDS); round++) {
      const times = await timeContainers(service, image);
      ready.push(times.readyMs);
      reset.push(times.resetMs);
      bare.push((await timed(() => service.podman('run', '--rm', '--network', 'none', image, '/bin/true'))).ms);
    }
    const compared = { 'podman run': median(bare) };
    return [
      { budget: 'smile-ready', value: median(ready), compared },
      { budget: 'smile-reset', value: median(reset), compared },
    ];
  },
};

/** Milliseconds of a container's start, and of its removal with the start of the next one. */
export async function timeContainers(
  service: TestEngine,
  image: string,
): Promise<{ readyMs: number; resetMs: number }> {
  const { Engine } = await built<Pick<Modules, 'Engine'>>('container/engine.js');
  const { SmileContainer } = await built<Pick<Modules, 'SmileContainer'>>('container/smile-container.js');
  const engine = await Engine.open({ env: service.env });
  const start = async () => {
    const container = await SmileContainer.start(engine, requestFor(image));
    const { exitCode } = await container.runInside(['/bin/true'], { timeout: 30_000 });
    if (exitCode !== 0) throw new Error(`The first command ended with ${exitCode}`);
    return container;
  };
  const first = await timed(start);
  const second = await timed(async () => {
    await first.value.remove();
    return start();
  });
  await second.value.remove();
  return { readyMs: first.ms, resetMs: second.ms };
}

/** An engine of the row's own, with the image. Rejects with a sentence where this machine has no Podman. */
export async function openEngine(resources: Resources): Promise<{ engine: TestEngine; image: string }> {
  if ((await findOnPath('podman')) === undefined) throw new Error('podman is not installed');
  const engine = resources.add(await startEngine());
  return { engine, image: await baseImage(engine) };
}

function requestFor(image: string): object {
  return {
    image,
    role: 'judge',
    runId: `bench-${process.pid}`,
    mounts: [],
    limits: { memoryBytes: 512 * MEGABYTE, cpus: 2, pids: 256 },
    network: 'none',
    command: ['-e', 'process.stdin.resume()'],
  };
}
