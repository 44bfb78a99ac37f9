import { join } from 'node:path';
import { type Ended, runCommand } from './command.js';

/** Something that is made of sources, after what stands above it in the list. */
interface Target {
  readonly name: string;
  /** Packages and apps, and entries of `exercises`, whose sources are in it. */
  readonly of: readonly string[];
  /** The folder in which it is made, and the command. */
  readonly cwd: string;
  readonly command: readonly string[];
}

const TSC = 'node_modules/.bin/tsc';
const NODE = process.execPath;

const DAEMON = [
  ...['protocol', 'subprocess', 'agent-cli', 'exercise-runtime'],
  ...['conversations', 'coach', 'mind', 'practice-server'],
];
const PANEL = ['protocol', 'practice-panel'];
const WORKBENCH = [...PANEL, 'workbench'];
const PAGES = [...WORKBENCH, 'dashboard'];
const KIT = ['protocol', 'subprocess', 'agent-cli', 'exercise-runtime', 'exercise-kit'];
/** Entries of `exercises` that the kit ships, beside what is made of all of them. */
const SHARED = ['_policy.md', '_lib'];
const LEARNER = ['protocol', 'subprocess', 'agent-cli', 'exercise-runtime', 'smile-loop'];
const COMPILED = [...new Set([...DAEMON, ...PAGES, ...KIT, ...LEARNER])];

const bundle = (name: string, of: readonly string[]): Target => ({
  name,
  of,
  cwd: `packages/${name}`,
  command: [NODE, 'build.mjs'],
});

/** As `scripts/lib/build.mjs` makes them all, but each by itself. */
const TARGETS: readonly Target[] = [
  { name: 'compiled', of: COMPILED, cwd: '.', command: [TSC, '-b', ...COMPILED.map((name) => `packages/${name}`)] },
  { name: 'styles', of: ['practice-panel'], cwd: 'packages/practice-panel', command: [NODE, 'build-styles.mjs'] },
  bundle('workbench', WORKBENCH),
  bundle('dashboard', PAGES),
  // The daemon ships those two pages.
  bundle('practice-server', [...DAEMON, ...PAGES]),
  bundle('smile-loop', LEARNER),
  bundle('exercise-kit', [...KIT, ...SHARED]),
  {
    name: 'exercises',
    // The kit makes them, and serves those alone that have a lesson.
    of: ['exercises', 'exercise-kit', 'learn-app'],
    cwd: '.',
    command: [NODE, 'packages/exercise-kit/dist/cli.js', 'build', '--served-only'],
  },
  {
    name: 'lessons',
    of: [...PAGES, 'exercise-kit', 'learn-app', 'exercises'],
    cwd: 'apps/learn-app',
    command: ['node_modules/.bin/docusaurus', 'build'],
  },
];

/** Not every test sees it, and it takes longest. */
const LESSONS = 'lessons';

/** How long a target may take, in milliseconds; the slowest takes half a minute when nothing of it is cached. */
const TARGET_WITHIN_MS = 300_000;

/** The targets, by name, that are made of a file of the repository. Empty for what is read as it is, such as scripts. */
export function targetsOf(file: string): readonly string[] {
  const [group = '', name = ''] = file.split('/');
  const sources = group === 'exercises' ? [group, name] : [name];
  return TARGETS.filter(({ of }) => sources.some((source) => of.includes(source))).map((target) => target.name);
}

/** Makes in a copy of the repository what is no longer as its sources are, and only when it is needed. */
export class Builds {
  readonly #root: string;
  readonly #stop: AbortSignal;
  readonly #stale = new Set<string>();

  constructor(root: string, stop: AbortSignal) {
    this.#root = root;
    this.#stop = stop;
  }

  /** To be told whenever a file has another text. */
  noteChange(file: string): void {
    for (const name of targetsOf(file)) this.#stale.add(name);
  }

  /** Resolves to what a command complained of, if one did; its target, and those behind it, then stay stale. */
  async make({ withLessons }: { withLessons: boolean }): Promise<string | undefined> {
    for (const target of TARGETS) {
      if (!this.#stale.has(target.name) || (target.name === LESSONS && !withLessons)) continue;
      const { exitCode, output } = await this.#run(target);
      if (exitCode !== 0) return `${target.name} could not be built:\n${output.trimEnd()}`;
      this.#stale.delete(target.name);
    }
    return undefined;
  }

  #run({ cwd, command: [program = '', ...args] }: Target): Promise<Ended> {
    return runCommand(program, args, {
      cwd: join(this.#root, cwd),
      env: { DOCUSAURUS_NO_TELEMETRY: '1' },
      withinMs: TARGET_WITHIN_MS,
      stop: this.#stop,
    });
  }
}
