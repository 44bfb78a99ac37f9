import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { baseImage, startEngine, type TestEngine } from '@agent-factory/acceptance';
import { build, type Plugin } from 'esbuild';
import { Engine, type EngineOptions } from '../../src/container/engine.js';
import type { ContainerRequest } from '../../src/container/request/container-options.js';
import { SmileContainer } from '../../src/container/smile-container.js';

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));

/** A program that stays until its input ends. */
export const STAYS = "process.stdin.on('end', () => process.exit(3)).resume();";

/** A real engine with the test image, and a folder for mounts. */
export interface Place extends AsyncDisposable {
  readonly podman: TestEngine;
  readonly engine: Engine;
  readonly image: string;
  /** Has the folders `code`, `work` and `tutorial`. */
  readonly folder: string;
  /** What runs this module in a new container. */
  request(code: string, more?: Partial<ContainerRequest>): Promise<ContainerRequest>;
  start(code: string, more?: Partial<ContainerRequest>): Promise<SmileContainer>;
  /** Ids of all containers there are. */
  containers(): Promise<string[]>;
}

export async function openPlace(options: Omit<EngineOptions, 'env'> = {}): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'smile-container-'));
  const podman = await startEngine();
  const dispose = async (): Promise<void> => {
    await podman[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const engine = await Engine.open({ env: podman.env, ...options });
    const image = await baseImage(podman);
    for (const name of ['code', 'work', 'tutorial']) await mkdir(join(folder, name));
    const request: Place['request'] = async (code, more = {}) => {
      await writeFile(join(folder, 'code', 'main.mjs'), code);
      return { ...usual(image, folder), ...more };
    };
    const start: Place['start'] = async (code, more) => SmileContainer.start(engine, await request(code, more));
    const containers = async (): Promise<string[]> => {
      const ids = await podman.podman('ps', '--all', '--quiet', '--no-trunc');
      return ids.split('\n').filter((id) => id !== '');
    };
    return { podman, engine, image, folder, request, start, containers, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function usual(image: string, folder: string): ContainerRequest {
  return {
    image,
    role: 'student',
    runId: 'r1',
    mounts: [
      { source: join(folder, 'code'), target: '/workspace/.smile', readOnly: true },
      { source: join(folder, 'work'), target: '/workspace/work', readOnly: false },
      { source: join(folder, 'tutorial'), target: '/workspace/tutorial', readOnly: true },
    ],
    limits: { memoryBytes: 512 * 1024 * 1024, cpus: 1, pids: 128 },
    network: 'none',
    command: ['/workspace/.smile/main.mjs'],
  };
}

/** All that a container's program prints. */
export async function printed(container: SmileContainer): Promise<string> {
  let text = '';
  for await (const chunk of container.wire.input) text += chunk;
  return text;
}

/** A part of the engine's client that nothing here uses, with native code. */
const withoutSsh: Plugin = {
  name: 'without-ssh',
  setup(bundle) {
    const filter = /[\\/]docker-modem[\\/]lib[\\/]ssh\.js$/;
    bundle.onLoad({ filter }, () => ({ contents: 'module.exports = undefined;', loader: 'js' }));
  },
};

/** A module of this package's source, with what it imports, as one text. Paths are relative to `src`. */
export async function bundled(contents: string): Promise<string> {
  const made = await build({
    stdin: { contents, resolveDir: SOURCE },
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: [withoutSsh],
    write: false,
    logLevel: 'silent',
  });
  return made.outputFiles[0]?.text ?? '';
}
