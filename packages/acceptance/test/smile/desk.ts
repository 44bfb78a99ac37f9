import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processesWith, type Running, startSmile, waitUntil } from '@agent-factory/acceptance';
import { expect } from 'vitest';
import type { LearnerScript } from '../../src/learner/talk.js';
import { type Author, layOut, newestRun } from './scripts.js';
import { openWorkshop, type Workshop } from './workshop.js';

/** Lets a program's time of day jump by the milliseconds in a file. */
export const CLOCK_PRELOAD = fileURLToPath(new URL('../../dist/chaos/clock-preload.js', import.meta.url));

type Work = Omit<Author, 'image' | 'tutorial'> & {
  /** What follows the heading of the tutorial. */
  readonly text?: string;
  /** More of the program's environment. */
  readonly env?: Readonly<Record<string, string>>;
};

/** Where one author works: a folder, a home with a lock of its own, and models that say what its script says. */
interface Desk {
  readonly folder: string;
  smile(...args: string[]): Running;
  /** Names of the containers of its runs. */
  containers(): Promise<string[]>;
  /** The name of a container of its run, as soon as this is among what runs in it. */
  containerWith(command: string): Promise<string>;
  /** Fails if a container, a process, or an address to watch is left of its runs. */
  expectNothingLeft(): Promise<void>;
}

/** A workshop at which several authors work at the same time. */
export interface Desks extends AsyncDisposable {
  readonly workshop: Workshop;
  /** `name` is the heading of its tutorial: by that, the models know whose learner they are. */
  desk(name: string, script: LearnerScript, work?: Work): Promise<Desk>;
}

export async function openDesks(): Promise<Desks> {
  const scripts = new Map<string, LearnerScript>();
  const workshop = await openWorkshop((talk) => {
    const name = [...scripts.keys()].find((one) => talk.prompt.includes(`# ${one}\n`)) ?? '';
    const script = scripts.get(name);
    if (script === undefined) throw new Error('Nobody has written this tutorial.');
    return script(talk);
  });
  const desk: Desks['desk'] = async (name, script, { text = 'Run `true`.', env = {}, ...author } = {}) => {
    scripts.set(name, script);
    const place = await mkdtemp(join(workshop.folder, 'desk-'));
    const [folder, home] = [join(place, 'author'), join(place, 'home')];
    await mkdir(folder);
    await layOut(folder, { image: workshop.image, tutorial: `# ${name}\n\n${text}\n`, ...author });
    return atDesk(workshop, { folder, home, env });
  };
  return { workshop, desk, [Symbol.asyncDispose]: () => workshop[Symbol.asyncDispose]() };
}

type Place = { readonly folder: string; readonly home: string; readonly env: Readonly<Record<string, string>> };

function atDesk({ options, containers: all, runningIn }: Workshop, { folder, home, env }: Place): Desk {
  const runs = () => readdir(join(folder, 'smile-results', 'runs')).catch(() => []);
  const containers = async () => {
    const ids = await runs();
    return (await all()).filter((name) => ids.some((id) => name.includes(id)));
  };
  return {
    folder,
    containers,
    smile: (...args) => startSmile(args, { ...options, home, env, folder }),
    containerWith: (command) =>
      waitUntil(
        async () => {
          for (const name of await containers())
            if ((await runningIn(name)).some((one) => one.includes(command))) return name;
          return undefined;
        },
        () => `"${command}" runs in no container.`,
      ),
    async expectNothingLeft() {
      expect(await containers()).toEqual([]);
      expect(await processesWith(`HOME=${home}`)).toEqual([]);
      for (const id of await runs()) {
        expect(await readdir(join(folder, 'smile-results', 'runs', id))).not.toContain('observer.json');
      }
    },
  };
}

/** What the newest run has written down of where it is; undefined while there is none. */
export async function stateFile(folder: string): Promise<string | undefined> {
  try {
    return await readFile(join(await newestRun(folder), 'state.json'), 'utf8');
  } catch {
    return undefined;
  }
}

/** All whole lines of one of the newest run's files. */
export async function linesOf<T>(folder: string, file: 'events' | 'audit'): Promise<T[]> {
  const text = await readFile(join(await newestRun(folder), `${file}.ndjson`), 'utf8');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as T);
}

/** What the commands of the newest run have printed, to the length that a run keeps. */
export async function outputsOf(folder: string): Promise<string[]> {
  const records = await linesOf<{ kind: string; command: { output: string } }>(folder, 'audit');
  return records.flatMap(({ kind, command }) => (kind === 'command' ? [command.output] : []));
}
