import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../src/contract/limits.js';
import { lineOfCommand } from '../../src/tutorial/lines.js';
import { loadTutorial } from '../../src/tutorial/load.js';
import { stageRepository } from '../../src/tutorial/repository.js';
import { stageFiles } from '../../src/tutorial/stage.js';
import { resolveTarget } from '../../src/tutorial/targets.js';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
let base: string;
let folder: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'smile-stage-'));
  folder = join(base, 'own');
  await mkdir(join(base, 'staged'));
});
afterEach(() => rm(base, { recursive: true }));

async function put(path: string, content: string | Uint8Array = 'x'): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

async function staged(): Promise<string[]> {
  const entries = await readdir(join(base, 'staged'), { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [] : [entry.name])).sort();
}

describe('the files of an author', () => {
  it('are staged without links', async () => {
    await put('samples/deep/a.txt');
    await writeFile(join(base, 'secret.txt'), 'not yours');
    await symlink(join(base, 'secret.txt'), join(folder, 'samples', 'link.txt'));
    await stageFiles(['samples'], folder, join(base, 'staged'));
    expect(await staged()).toEqual(['a.txt']);
  });

  it.each(['../secret.txt', 'gone.txt', 'link.txt'])('are not staged from elsewhere: %s', async (name) => {
    await put('a.txt');
    await writeFile(join(base, 'secret.txt'), 'not yours');
    await symlink(join(base, 'secret.txt'), join(folder, 'link.txt'));
    const staging = stageFiles([name], folder, join(base, 'staged'));
    await expect(staging).rejects.toMatchObject({ code: 'config_invalid', facts: { field: 'files', found: name } });
    expect(await staged()).toEqual([]);
  });
});

describe('files that cannot be copied', () => {
  it('are named: what holds the results of runs, a link, a name that is too long', async () => {
    await put('a.txt');
    await symlink('a.txt', join(folder, 'own-link.txt'));
    const target = join(folder, 'results', 'tutorial');
    await mkdir(target, { recursive: true });
    const wrongs = [
      ['.', /holds the results of runs/],
      ['results', /holds the results of runs/],
      ['own-link.txt', /is a link/],
      ['n'.repeat(300), /its name is too long/],
      ['a\0b', /no name/],
    ] as const;
    for (const [name, message] of wrongs) {
      const facts = { field: 'files', found: name };
      const staging = stageFiles([name], folder, target);
      await expect(staging).rejects.toMatchObject({
        code: 'config_invalid',
        message: expect.stringMatching(message),
        facts,
      });
    }
    expect(await readdir(target)).toEqual([]);
  });

  it('are left out below a folder: pipes, behind which one would wait', async () => {
    await put('samples/a.txt');
    execFileSync('mkfifo', [join(folder, 'samples', 'pipe')]);
    await stageFiles(['samples'], folder, join(base, 'staged'));
    expect(await staged()).toEqual(['a.txt']);
  });
});

describe('a repository', () => {
  const git = (...args: string[]) => {
    const env = { PATH: process.env.PATH, HOME: base, GIT_CONFIG_NOSYSTEM: '1' };
    return execFileSync('git', ['-C', folder, ...args], { stdio: 'pipe', env });
  };

  it('is staged as far as git tracks it: real files of a size that can be read', async () => {
    for (const path of ['docs/a.md', 'code.ts', '.env', 'new.ts', 'large.txt']) await put(path);
    await put('.gitignore', '.env\n');
    await symlink('/etc/hostname', join(folder, 'link'));
    await truncate(join(folder, 'large.txt'), 2 * 1024 * 1024);
    git('init', '-q');
    git('add', 'docs/a.md', 'code.ts', '.gitignore', 'link', 'large.txt');
    expect(await stageRepository(join(folder, 'docs'), join(base, 'staged'))).toBe(3);
    expect(await staged()).toEqual(['.gitignore', 'a.md', 'code.ts']);
  });

  it('runs nothing that its settings name', async () => {
    await put('a.md');
    git('init', '-q');
    git('add', 'a.md');
    const hook = join(base, 'hook.sh');
    await writeFile(hook, `#!/bin/sh\ntouch "${join(base, 'ran')}"\n`, { mode: 0o755 });
    git('config', 'core.fsmonitor', hook);
    expect(await stageRepository(folder, join(base, 'staged'))).toBe(1);
    expect(await readdir(base)).not.toContain('ran');
  });

  it('is none where git knows of none', async () => {
    await put('a.md');
    expect(await stageRepository(folder, join(base, 'staged'))).toBe(0);
    expect(await staged()).toEqual([]);
  });
});

describe('an image', () => {
  it.each([
    ['../gone.png', 'outside'],
    ['../own-other/a.png', 'outside'],
    ['a.png?raw=true', 'there'],
    ['a.png#top', 'there'],
    ['a%00.png', 'missing'],
    ['large.png', 'too_large'],
    ['file:///etc/a.png', 'remote'],
    ['javascript:a.png', 'remote'],
  ])('named %s is %s', async (source, status) => {
    await put('a.png', PNG);
    await put('large.png', PNG);
    await truncate(join(folder, 'large.png'), MAX_IMAGE_BYTES + 1);
    await mkdir(join(base, 'own-other'));
    await writeFile(join(base, 'own-other', 'a.png'), PNG);
    await put('a.md', `![x](${source})`);
    expect((await loadTutorial(join(folder, 'a.md'))).images).toMatchObject([{ path: source, status }]);
  });

  it('of front matter is none, also below a byte order mark', async () => {
    await put('a.md', '\uFEFF---\nx: ![](front.png)\n---\n![](a.png)');
    expect((await loadTutorial(join(folder, 'a.md'))).images).toMatchObject([{ path: 'a.png', line: 4 }]);
  });
});

it('finds all lines of a command where its first is there twice', () => {
  expect(lineOfCommand('```sh\ncd a\nmake\ncd a\nmake all\n```\n', 'cd a\nmake all')).toBe(4);
});

it('finds images in HTML where they are shown, and none in a comment', async () => {
  await put('a.md', '<!-- <img src="no.png"> -->\n\ntext <b\nid="x"> and ![](a.png)\n');
  expect((await loadTutorial(join(folder, 'a.md'))).images).toMatchObject([{ path: 'a.png', line: 4 }]);
});

describe('a target', () => {
  it.each(['.', 'part/../../secret', '../exercises'])('is nothing above its folder: %s', async (target) => {
    await put('exercises/config.json', '{}');
    await put('docs/part/one.md');
    await put('secret.md');
    await expect(resolveTarget(target, folder)).rejects.toMatchObject({ code: 'target_unknown' });
  });
});
