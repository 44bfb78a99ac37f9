import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (file: string): string => readFileSync(new URL(`../../images/${file}`, import.meta.url), 'utf8');
const dockerfile = read('Dockerfile');
const lists = JSON.parse(read('packages.json')) as { from: string[]; debian: string[]; npm: Record<string, string> };
/** One instruction a line, with its continuations  */
const lines = dockerfile
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .map((line) => line.replaceAll(/ +/g, ' '))
  .filter((line) => line !== '' && !line.startsWith('#'));

function namesAfter(command: RegExp): string[] {
  const line = lines.find((one) => command.test(one)) ?? '';
  const [words = ''] = line.split(command).slice(1).join('').split('&&');
  return words
    .trim()
    .split(/\s+/)
    .filter((word) => !word.startsWith('--'));
}

describe("the base image's Dockerfile", () => {
  it('installs what its list names, and nothing else', () => {
    expect(namesAfter(/apt-get install /).sort()).toEqual([...lists.debian].sort());
    const npm = Object.entries(lists.npm).map(([name, version]) => `${name}@${version}`);
    expect(namesAfter(/npm install /).sort()).toEqual(npm.sort());
  });

  it('starts from pinned images and pins the CLIs', () => {
    const from = lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1]);
    expect(from).toEqual(lists.from);
    for (const image of from) expect(image).toMatch(/^[a-z]+:\d+\.\d+[.\w-]*$/);
    for (const version of Object.values(lists.npm)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('asks nothing, keeps no lists or caches, and names no host', () => {
    expect(dockerfile).toContain('DEBIAN_FRONTEND=noninteractive');
    for (const line of lines.filter((one) => one.includes('apt-get install'))) {
      expect(line).toMatch(/^RUN apt-get update && .*--no-install-recommends.*rm -rf \/var\/lib\/apt\/lists/);
    }
    expect(dockerfile).toContain('npm cache clean --force');
    expect(dockerfile).not.toMatch(/https?:|registry|wget | ADD /);
  });
});
