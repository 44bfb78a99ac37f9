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
