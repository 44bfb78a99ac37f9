import { lstat, mkdir, readdir, readFile, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { anyText, fc, fuzz, oddText } from '@agent-factory/fuzzing';
import { PracticeError } from '@agent-factory/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectPath } from '../../src/files/project-path.js';
import { listDirectory } from '../../src/tree/scan-tree.js';
import { TestProject } from '../files/test-project.js';

const INPUTS = 100_000;
/** A sixth of it on two idle cores. */
const TIMEOUT_MS = 120_000;
/** While one waits for the disk, others go on. */
const AT_ONCE = 32;
/** Fixed, so that a failure can be repeated. */
const SEED = 12;
/** Of the paths that are tried, one in so many is listed as a folder, and one is saved to, which waits for the disk. */
const LIST_EVERY = 10;
const SAVE_EVERY = 50;
/** Stands for the absolute path of what is outside. */
const OUTSIDE = '<outside>';
const CANARY = 'canary';
const INSIDE = 'inside';
/** A file that is in every folder outside, and for whose name nobody asks. */
const MARK = 'only-outside';

let project: TestProject;
let before: string[];
const tried = new Set<string>();

beforeAll(async () => {
  project = await TestProject.make({
    'a.txt': INSIDE,
    'src/b.ts': INSIDE,
    'src/deep/c.py': INSIDE,
    '..odd/.d': INSIDE,
  });
  for (const folder of ['', 'deep']) {
    await mkdir(project.outside(folder), { recursive: true });
    for (const each of ['secret.txt', MARK]) await project.write(`../outside/${join(folder, each)}`, CANARY);
  }
  const links = {
    inside: 'src',
    up: '..',
    far: '../../../../../../../..',
    out: project.outside(),
    'src/out': '../../outside',
    'src/secret.txt': project.outside('secret.txt'),
    'src/nowhere': project.outside('nowhere'),
    'src/twice': 'out/deep',
    circle: 'circle',
    self: '.',
    proc: '/proc/self/cwd',
    zero: '/dev/zero',
  };
  for (const [path, target] of Object.entries(links)) await symlink(target, project.at(path));
  before = await everythingOutside();
});
afterAll(() => project[Symbol.asyncDispose]());

/** Everything beside the project: each entry with its rights, its size, when it was last changed, and its text. */
async function everythingOutside(): Promise<string[]> {
  const beside = (await readdir(project.parent)).filter((each) => each !== 'project');
  // With their types: without, Node follows links.
  const entries = await readdir(project.outside(), { recursive: true, withFileTypes: true });
  const paths = [
    ...beside.map((each) => join(project.parent, each)),
    ...entries.map((each) => join(each.parentPath, each.name)),
  ];
  return Promise.all(paths.sort().map(describe));
}

async function describe(outside: string): Promise<string> {
  const stats = await lstat(outside);
  const text = stats.isFile() ? await readFile(outside, 'utf8') : '';
  return [outside, stats.mode, stats.size, stats.ctimeMs, text].join(' ');
}

const known = fc.constantFrom(
  ...[
    'a.txt',
    'src',
    'b.ts',
    'deep',
    'c.py',
    '..odd',
    '.d',
    'outside',
    'project',
    'secret.txt',
    'new',
    'etc',
    'passwd',
  ],
  ...['inside', 'up', 'far', 'out', 'nowhere', 'twice', 'circle', 'self', 'proc', 'zero', OUTSIDE],
);
const dots = fc.constantFrom(
  ...['.', '..', '...', '....', '.. ', ' ..', '..\t', '..\0', '.\0.', '..;', '..%00', '%2e%2e', '%252e%252e', '.%2e'],
  ...[
    '%c0%ae%c0%ae',
    '\u2024\u2024',
    '\uff0e\uff0e',
    '\u2025',
    '..\u200b',
    '\u202e..',
    '.\u0307.',
    '..\ufeff',
    '~',
    '~root',
  ],
);
const name = fc.oneof(
  { weight: 8, arbitrary: known },
  { weight: 5, arbitrary: dots },
  { weight: 1, arbitrary: anyText },
  { weight: 1, arbitrary: oddText },
);
const separator = fc.oneof(
  { weight: 12, arbitrary: fc.constant('/') },
  fc.constantFrom('//', '/./', '\\', '%2f', '%5c', '\u2215', '\u29f8', '\uff0f', '\n', '/\0/'),
);
const start = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  fc.constantFrom('/', './', '../', '//', 'file:///', 'C:\\', '\\\\?\\', `${OUTSIDE}/`, ' /', '\ufeff', '~/'),
);
const path = fc
  .tuple(
    start,
    fc.array(fc.tuple(name, separator), { minLength: 1, maxLength: 6 }),
    fc.constantFrom('', '', '', '/', '/.', '\0'),
  )
  .map(([first, parts, last]) => {
    const way = parts.map(([one, between], at) => one + (at < parts.length - 1 ? between : '')).join('');
    return first + way + last;
  });

/** Undefined if it was refused as something that can be expected. */
async function unlessRefused<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action;
  } catch (error) {
    if (error instanceof PracticeError) return undefined;
    throw error;
  }
}

/** The one spelling of a path; itself if it has none: then no disk is asked. */
function spelled(asked: string): string {
  try {
    return projectPath(asked);
  } catch {
    return asked;
  }
}

async function staysInside(input: string): Promise<void> {
  const asked = input.replaceAll(OUTSIDE, project.outside());
  const plain = spelled(asked);
  // The same again would do the same again.
  if (tried.has(plain)) return;
  tried.add(plain);
  const file = await unlessRefused(project.files.readFile(asked));
  expect(file?.content ?? INSIDE).toBe(INSIDE);
  if (tried.size % LIST_EVERY === 0) {
    const listed = await unlessRefused(listDirectory(project.folder, asked));
    expect(listed?.map(({ name: each }) => each) ?? []).not.toContain(MARK);
  }
  if (tried.size % SAVE_EVERY === 0) {
    const saved = await unlessRefused(project.files.writeFile(asked, INSIDE));
    if (saved !== undefined) expect(await realpath(project.at(saved.path))).toMatch(inProject());
  }
}

function inProject(): RegExp {
  return new RegExp(`^${project.root}/`);
}

test(
  'of a hundred thousand paths none leads out: nothing there is read, written or made [workbench paths-fuzzed] [coaching-backend FR-023]',
  async () => {
    const inputs = fc.sample(path, { numRuns: INPUTS, seed: SEED });
    for (let at = 0; at < INPUTS; at += AT_ONCE) await Promise.all(inputs.slice(at, at + AT_ONCE).map(staysInside));
    expect(await everythingOutside()).toEqual(before);
    expect(tried.size).toBeGreaterThan(INPUTS / 4);
  },
  TIMEOUT_MS,
);

fuzz({
  parser: 'a path of a project',
  says: 'nothing outside of the project is read, written or made',
  input: path,
  cost: 10,
  holds: async (input) => {
    await staysInside(input);
    expect(await everythingOutside()).toEqual(before);
  },
});
