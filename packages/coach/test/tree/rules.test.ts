import { mkdir, rename, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { IgnoreRules } from '../../src/tree/ignore-rules.js';
import { TestProject } from '../files/test-project.js';

/** Whether a file is ignored in a project with these rules. */
async function ignores(rules: string, name: string): Promise<boolean> {
  await using project = await TestProject.make({ '.gitignore': rules });
  return (await new IgnoreRules(project.folder).forFolder('')).ignores(name, 'file');
}

test('a rule of more stars than anybody writes, which would take long for every file, is left out', async () => {
  expect(await ignores(`${'**/'.repeat(3)}x.txt`, 'x.txt')).toBe(true);
  expect(await ignores(`${'**/'.repeat(4)}x.txt\ny.txt`, 'x.txt')).toBe(false);
  expect(await ignores(`${'**/'.repeat(4)}x.txt\ny.txt`, 'y.txt')).toBe(true);
});

test('very deep down no rule holds: one of three stars could take seconds for each file there', async () => {
  await using project = await TestProject.make({ '.gitignore': '**/a/**/a/**/b\n*.txt\n' });
  const rules = new IgnoreRules(project.folder);
  const at = async (depth: number) =>
    (await rules.forFolder(Array(depth).fill('a').join('/'))).ignores('x.txt', 'file');
  expect(await at(50)).toBe(true);
  expect(await at(51)).toBe(false);
});

test('of more than a thousand rules the first thousand hold', async () => {
  const rules = Array.from({ length: 1001 }, (_, index) => `file${index}.txt`).join('\n');
  expect(await ignores(rules, 'file999.txt')).toBe(true);
  expect(await ignores(rules, 'file1000.txt')).toBe(false);
});

test('comments and empty lines are no rules: behind a thousand of them, rules hold', async () => {
  expect(await ignores(`${'# a comment\n'.repeat(1000)}${'\n'.repeat(1000)}x.txt`, 'x.txt')).toBe(true);
});

test('a rule with a slash is for the folder of its .gitignore, and not for one further up', async () => {
  await using project = await TestProject.make({ 'pkg/.gitignore': '/out\nlib/made\n', 'pkg/lib/x': '' });
  const rules = new IgnoreRules(project.folder);
  const isIgnored = async (folder: string, name: string) => (await rules.forFolder(folder)).ignores(name, 'file');
  expect(await isIgnored('pkg', 'out')).toBe(true);
  expect(await isIgnored('pkg/lib', 'made')).toBe(true);
  expect(await isIgnored('pkg/lib', 'out')).toBe(false);
  expect(await isIgnored('', 'out')).toBe(false);
});

test('the rules of a folder in the place of the project are not read for it', async () => {
  await using project = await TestProject.make({ a: '' });
  await rename(project.root, `${project.root}-away`);
  await mkdir(project.root);
  await project.write('.gitignore', 'x.txt\n');
  await expect(new IgnoreRules(project.folder).forFolder('')).rejects.toMatchObject({ code: 'project_not_found' });
  await rm(`${project.root}-away`, { recursive: true });
});
