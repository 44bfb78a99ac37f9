import { chmod, type FileHandle, open, stat } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TestProject } from './test-project.js';

const RIGHTS = 0o7777;
/** As systems have it: everybody may read what is new. */
const USUAL_UMASK = 0o022;

let umask: number;

beforeEach(() => {
  umask = process.umask(USUAL_UMASK);
});
afterEach(() => {
  process.umask(umask);
  vi.restoreAllMocks();
});

const rightsOf = async (path: string) => (await stat(path)).mode & RIGHTS;

/** The rights that each file has from now on while something is written into it, before that and after it. */
async function rightsWhileWritten(project: TestProject): Promise<number[]> {
  await using any = await open(project.root);
  const prototype: FileHandle = Object.getPrototypeOf(any);
  const { writeFile } = prototype;
  const seen: number[] = [];
  vi.spyOn(prototype, 'writeFile').mockImplementation(async function (this: FileHandle, ...written) {
    const look = async () => seen.push((await this.stat()).mode & RIGHTS);
    await look();
    await writeFile.apply(this, written);
    await look();
  });
  return seen;
}

test.each(['600', '640', '751'])(
  'nobody else can read what is written in the place of a file with the rights %s before it has these itself [workbench atomic-save]',
  async (octal) => {
    const rights = Number.parseInt(octal, 8);
    await using project = await TestProject.make({ 'secrets.env': 'KEY=old\n' });
    await chmod(project.at('secrets.env'), rights);
    const seen = await rightsWhileWritten(project);
    await project.files.writeFile('secrets.env', 'KEY=new\n');
    expect(seen).toEqual([0o600, 0o600]);
    expect(await rightsOf(project.at('secrets.env'))).toBe(rights);
    expect(await project.read('secrets.env')).toBe('KEY=new\n');
  },
);

test('a new file has the rights that any program would give it', async () => {
  await using project = await TestProject.make();
  for (const [mask, rights] of [
    [0o022, 0o644],
    [0o077, 0o600],
    [0o002, 0o664],
  ] as const) {
    process.umask(mask);
    await project.files.writeFile(`of ${mask}`, 'x', { expectedVersion: null });
    expect(await rightsOf(project.at(`of ${mask}`))).toBe(rights);
  }
});
