import { Buffer } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { MAX_PATH_LENGTH, MAX_TREE_ENTRIES, type TreeNode, treeNodeSchema } from '@agent-factory/protocol/coach';
import { expect, test } from 'vitest';
import { listDirectory, scanTree } from '../../src/tree/scan-tree.js';
import { TestProject } from '../files/test-project.js';
import { told } from '../files/told.js';

/** The tree as indented names, with a slash after folders. */
function outline(nodes: readonly TreeNode[] | undefined, indent = ''): string[] {
  return (nodes ?? []).flatMap(({ name, type, children, link, unusable }) => [
    `${indent}${name}${type === 'directory' ? '/' : ''}${link ? ' link' : ''}${unusable ? ' unusable' : ''}`,
    ...outline(children, `${indent}  `),
  ]);
}

test('the tree is that of the project, folders first, then by name as people read it [coaching-backend FR-033] [coaching-backend SC-014] [coaching-backend 3.6]', async () => {
  const paths = ['file10.ts', 'file2.ts', 'README.md', 'src/b.ts', 'src/A.ts', 'src/lib/deep/x.py', '.env', 'a.txt'];
  await using project = await TestProject.make(Object.fromEntries(paths.map((path) => [path, 'x'])));
  await mkdir(project.at('empty'));
  const tree = await scanTree(project.folder);
  expect(tree).toMatchObject({ name: 'project', path: '', type: 'directory' });
  expect(outline(tree.children)).toEqual([
    'empty/',
    'src/',
    '  lib/',
    '    deep/',
    '      x.py',
    '  A.ts',
    '  b.ts',
    '.env',
    'a.txt',
    'file2.ts',
    'file10.ts',
    'README.md',
  ]);
  const [empty, src] = tree.children ?? [];
  expect(empty?.children).toEqual([]);
  expect(src?.children?.[0]?.children?.[0]?.children?.[0]).toEqual({
    name: 'x.py',
    path: 'src/lib/deep/x.py',
    type: 'file',
  });
});

test('noise is left out, wherever it is [coaching-backend FR-034]', async () => {
  const noise = ['node_modules', '.git', 'dist', 'build', 'coverage', '.next', '.cache'];
  const files = ['.DS_Store', '.a.ts.swp', 'a.ts~', '.#a.ts', '#a.ts#', '.af-save-0123456789abcdef.tmp'];
  const tree = Object.fromEntries(
    ['', 'pkg/'].flatMap((folder) => [
      ...noise.map((name) => [`${folder}${name}/x`, 'x']),
      ...files.map((name) => [`${folder}${name}`, 'x']),
    ]),
  );
  await using project = await TestProject.make({ ...tree, 'pkg/a.ts': 'x', 'docs/build': 'a file of that name' });
  await project.link('docs/node_modules', '../pkg');
  await project.write('docs/.git', 'gitdir: elsewhere');
  expect(outline((await scanTree(project.folder)).children)).toEqual(['docs/', '  build', 'pkg/', '  a.ts']);
});

test('what .gitignore files say is left out as git does it: nested, taken back, and by the clone’s own rules [workbench gitignore]', async () => {
  const ignored = '*.log\n/secret\n\n# a comment\n!important.log\ngenerated/\n\\#odd\n**/deep/*.tmp\n';
  const paths = {
    '.gitignore': ignored,
    '.git/info/exclude': 'mine.txt\n',
    'pkg/.gitignore': '!wanted.log\nlocal\r\n',
  };
  const names = ['a.log', 'important.log', 'secret', 'pkg/secret', 'pkg/wanted.log', 'pkg/b.log', 'pkg/local', 'local'];
  names.push('b.LOG', 'generated/x', 'pkg/generated/y', '#odd', 'x/deep/a.tmp', 'x/a.tmp', 'mine.txt', 'z.ts');
  await using project = await TestProject.make({
    ...paths,
    ...Object.fromEntries(names.map((name) => [name, 'x'])),
  });
  expect(outline((await scanTree(project.folder)).children)).toEqual([
    'pkg/',
    '  .gitignore',
    '  secret',
    '  wanted.log',
    'x/',
    '  deep/',
    '  a.tmp',
    '.gitignore',
    'b.LOG',
    'important.log',
    'local',
    'z.ts',
  ]);
  const git = { cwd: project.root, env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', HOME: project.root } };
  spawnSync('git', ['init', '-q'], git);
  await project.write('.git/info/exclude', 'mine.txt\n');
  const { stdout, status } = spawnSync('git', ['ls-files', '-o', '--exclude-standard'], { ...git, encoding: 'utf8' });
  if (status === 0) {
    const shown = [
      '.gitignore',
      'b.LOG',
      'important.log',
      'local',
      'pkg/.gitignore',
      'pkg/secret',
      'pkg/wanted.log',
      'x/a.tmp',
    ];
    expect(stdout.trim().split('\n').sort()).toEqual([...shown, 'z.ts'].sort());
  }
});

test('a .gitignore that leads out, is a pipe or is huge ignores nothing', async () => {
  await using project = await TestProject.make({
    'a/x': '1',
    'b/x': '1',
    'c/x': '1',
    'c/.gitignore': 'x\n'.repeat(50_000),
  });
  await writeFile(project.outside('rules'), 'x\n');
  await project.link('a/.gitignore', project.outside('rules'));
  spawnSync('mkfifo', [project.at('b/.gitignore')]);
  const shown = outline((await scanTree(project.folder)).children);
  expect(shown.filter((line) => line === '  x')).toHaveLength(3);
});

test('links are shown and not entered; what leads out, nowhere or to no file is unusable', async () => {
  await using project = await TestProject.make({ 'src/a.ts': 'x' });
  await project.link('again', 'src');
  await project.link('a.ts', 'src/a.ts');
  await project.link('src/up', '..');
  await project.link('leak', project.outside());
  await project.link('nowhere', 'missing');
  spawnSync('mkfifo', [project.at('pipe')]);
  const tree = await scanTree(project.folder);
  expect(outline(tree.children)).toEqual([
    'again/ link',
    'src/',
    '  up/ link',
    '  a.ts',
    'a.ts link',
    'leak link unusable',
    'nowhere link unusable',
    'pipe unusable',
  ]);
  expect(tree.children?.[0]).not.toHaveProperty('children');
  expect(await told(listDirectory(project.folder, 'again'))).toMatchObject({ reason: 'not_a_file' });
  expect(await told(listDirectory(project.folder, 'leak'))).toMatchObject({ code: 'path_outside' });
});

test('names that no path can hold are shown as unusable [workbench odd-names]', async () => {
  await using project = await TestProject.make({ 'a\nb.txt': 'x', 'ok ü.txt': 'x' });
  await writeFile(Buffer.concat([Buffer.from(project.at('broken-')), Buffer.from([0xff])]), 'x');
  await mkdir(Buffer.concat([Buffer.from(project.at('folder-')), Buffer.from([0xfe])]));
  // Another name that reads like the one before.
  await writeFile(Buffer.concat([Buffer.from(project.at('broken-')), Buffer.from([0xfe])]), 'x');
  expect(outline((await scanTree(project.folder)).children)).toEqual([
    'folder-\ufffd/ unusable',
    'a\nb.txt unusable',
    'broken-\ufffd unusable',
    'broken-\ufffd unusable',
    'ok ü.txt',
  ]);
});

test('what is so deep down that no message can carry its path is left out', async () => {
  await using project = await TestProject.make({ 'a.txt': 'x' });
  const deep = Array.from({ length: 4 }, () => 'd'.repeat(250)).join('/');
  await mkdir(project.at(`${deep}/${'e'.repeat(19)}`), { recursive: true });
  await mkdir(project.at(`${deep}/${'f'.repeat(21)}`));
  expect(deep.length + 1 + 20).toBe(MAX_PATH_LENGTH);
  const tree = await scanTree(project.folder);
  expect(outline(tree.children)).toContain(`        ${'e'.repeat(19)}/`);
  expect(treeNodeSchema.safeParse(tree).success).toBe(true);
});

test('a large project is given level by level, and each folder that is left when it is asked for', async () => {
  const tree: Record<string, string> = {};
  for (let at = 0; at < 30; at += 1) for (const name of ['one', 'two']) tree[`folder${at}/${name}`] = 'x';
  await using project = await TestProject.make(tree);
  const { children = [] } = await scanTree(project.folder, { maxEntries: 50 });
  expect(children).toHaveLength(30);
  expect(children.filter((node) => node.children !== undefined)).toHaveLength(10);
  expect(children[10]).not.toHaveProperty('children');
  const listed = await listDirectory(project.folder, 'folder10');
  expect(listed.map(({ path }) => path)).toEqual(['folder10/one', 'folder10/two']);
  expect(await listDirectory(project.folder, '')).toHaveLength(30);
  const odd = await scanTree(project.folder, { maxEntries: 31 });
  expect(odd.children?.filter((node) => node.children !== undefined)).toEqual([]);
  const cut = await scanTree(project.folder, { maxEntries: 20 });
  expect(cut.truncated).toBe(true);
  expect(cut.children).toHaveLength(20);
});

test('the project’s own folder is given whole, like any other, however little else there is room for', async () => {
  const names = Array.from({ length: MAX_TREE_ENTRIES + 1 }, (_, at) => `file${at}.txt`);
  await using project = await TestProject.make(Object.fromEntries([...names, 'src/a.ts'].map((path) => [path, ''])));
  const { children = [], truncated } = await scanTree(project.folder);
  expect(children.map(({ name }) => name)).toEqual(['src', ...names]);
  expect(truncated).toBeUndefined();
  expect(children[0]).not.toHaveProperty('children');
});

test('a folder that is none, is not there or leads out is said plainly', async () => {
  await using project = await TestProject.make({ a: 'x' });
  expect(await told(listDirectory(project.folder, 'a'))).toMatchObject({ code: 'file_not_found' });
  expect(await told(listDirectory(project.folder, 'b'))).toMatchObject({ code: 'file_not_found' });
  expect(await told(listDirectory(project.folder, '../outside'))).toMatchObject({ code: 'path_outside' });
});

const FILES = 100_000;
/** Making and deleting so many takes a busy disk its time. */
const TIMEOUT_MS = 180_000;
/** Generous for two busy cores: a quarter of it is what it takes on them when they are idle. */
const MAX_SCAN_MS = 4000;
const MAX_HELD_MS = 250;

test(
  '100,000 files are read in about a second, and nobody is held up meanwhile',
  async () => {
    await using project = await TestProject.make();
    const script =
      'for d in $(seq 200); do mkdir "$1/d$d"; (cd "$1/d$d" && seq -f "file%g.ts" 500 | xargs touch); done';
    spawnSync('sh', ['-c', script, 'sh', project.root]);
    await scanTree(project.folder);
    const histogram = monitorEventLoopDelay({ resolution: 1 });
    histogram.enable();
    const before = performance.now();
    const tree = await scanTree(project.folder, { maxEntries: FILES * 2 });
    const tookMs = performance.now() - before;
    expect(outline(tree.children)).toHaveLength(FILES + 200);
    expect(tookMs).toBeLessThan(MAX_SCAN_MS);
    histogram.disable();
    expect(histogram.max / 1e6).toBeLessThan(MAX_HELD_MS);
  },
  TIMEOUT_MS,
);
