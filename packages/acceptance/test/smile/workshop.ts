import { join } from 'node:path';
import {
  baseImage,
  type ModelApi,
  Scenario,
  type SmileOptions,
  startEngine,
  startModelApi,
  temporaryFolder,
  turnOf,
} from '@agent-factory/acceptance';
import { corpusCases } from '../../src/learner/case.js';
import { expertMentor } from '../../src/learner/mentor.js';
import { literalStudent } from '../../src/learner/student.js';
import type { LearnerScript } from '../../src/learner/talk.js';
import { eitherOf } from '../../src/learner/turn.js';

/** An author's machine: an engine with the image, models that answer by a script, a folder for everything. */
export interface Workshop extends AsyncDisposable {
  readonly folder: string;
  readonly image: string;
  readonly models: ModelApi;
  readonly options: Omit<SmileOptions, 'folder'>;
  podman(...argv: string[]): Promise<string>;
  /** Ends the engine's service at once; what runs in containers goes on. */
  killEngine(): Promise<void>;
  /** Names of all containers there are. */
  containers(): Promise<string[]>;
  /** The commands that run in a container. */
  runningIn(container: string): Promise<string[]>;
}

/** By default, student and mentor of the corpus. */
export async function openWorkshop(learner?: LearnerScript): Promise<Workshop> {
  const cases = await corpusCases();
  const script = learner ?? eitherOf(literalStudent(), expertMentor(cases));
  const opened: AsyncDisposable[] = [];
  const opens = async <T extends AsyncDisposable>(opening: Promise<T>): Promise<T> => {
    const one = await opening;
    opened.unshift(one);
    return one;
  };
  const dispose = async () => {
    for (const one of opened) await one[Symbol.asyncDispose]();
  };
  try {
    const { path: folder } = await opens(temporaryFolder('smile-workshop-'));
    const engine = await opens(startEngine());
    const image = await baseImage(engine);
    const models = await opens(startModelApi(new Scenario([turnOf(script)])));
    return {
      folder,
      image,
      models,
      options: { home: join(folder, 'home'), engine: engine.env, modelUrl: models.url },
      podman: (...argv) => engine.podman(...argv),
      killEngine: () => engine.kill(),
      containers: () => engine.containers(),
      runningIn: (container) => engine.runningIn(container),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}
