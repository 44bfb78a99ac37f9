import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namedHosts } from '../../src/tutorial/hosts.js';
import { findQuote, lineOfCommand } from '../../src/tutorial/lines.js';
import { loadTutorial } from '../../src/tutorial/load.js';
import { stageTutorial } from '../../src/tutorial/stage.js';
import { resolveTarget } from '../../src/tutorial/targets.js';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
let base: string;
let folder: string;
let file: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'smile-tutorial-'));
  folder = join(base, 'own');
  file = join(folder, 'a.md');
  await mkdir(folder);
});
afterEach(() => rm(base, { recursive: true }));

async function put(name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), content);
}

describe('loadTutorial', () => {
  it('[smile-loop 2.1] [smile-loop 2.E6] keeps the text as it is', async () => {
    const text = '\uFEFF---\r\ntitle: x\r\n---\r\n# Hello\r\nü';
    await put('a.md', text);
    expect((await loadTutorial(file)).text).toBe(text);
  });

  it('[smile-loop 2.E4] takes an empty file', async () => {
    await put('a.md', '');
    expect(await loadTutorial(file)).toMatchObject({ text: '', images: [], hosts: [] });
  });

  it('[smile-loop FR6] [smile-loop 2.S3] [smile-loop 2.3] [smile-loop 2.E1] refuses more than 100 KB', async () => {
    await put('a.md', 'a'.repeat(102_400));
    expect((await loadTutorial(file)).text).toHaveLength(102_400);
    await put('a.md', 'a'.repeat(102_401));
    const message = `Tutorial exceeds size limit (100KB): ${file}. Split it into parts that are followed one by one.`;
    const facts = { path: file, limit: 102_400 };
    await expect(loadTutorial(file)).rejects.toMatchObject({ code: 'tutorial_too_large', message, facts });
  });

  it('[smile-loop 1.4] [smile-loop 1.E4] says that it is not there', async () => {
    const message = `Tutorial not found: ${file}`;
    await expect(loadTutorial(file)).rejects.toMatchObject({ code: 'tutorial_not_found', message });
  });

  it.each([
    [
      '[smile-loop 2.S3] [smile-loop 2.4] [smile-loop 2.E2] Latin-1',
      Uint8Array.of(0x61, 0xe9, 0x61),
      'tutorial_encoding',
      'UTF-8',
    ],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x61, 0), 'tutorial_encoding', 'UTF-16'],
    [
      '[smile-loop 2.E5] a binary file',
      Uint8Array.of(0x7f, 0x45, 0, 1),
      'tutorial_binary',
      'not a valid markdown file',
    ],
  ])('%s is refused', async (_, bytes, code, words) => {
    await put('a.md', bytes);
    await expect(loadTutorial(file)).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  });

  it('does not wait for a pipe, and refuses folders', async () => {
    execFileSync('mkfifo', [file]);
    await expect(loadTutorial(file)).rejects.toMatchObject({ code: 'tutorial_unreadable' });
    await expect(loadTutorial(folder)).rejects.toMatchObject({ code: 'tutorial_unreadable' });
  });

  it('refuses a link that goes in a circle', async () => {
    await symlink('a.md', file);
    await expect(loadTutorial(file)).rejects.toMatchObject({ code: 'tutorial_unreadable' });
  });
});

const IMAGES = `---
x: ![](front.png)
---
![a](img/a%20b.png "Title") and
![r][ref]
\`![](code.png)\`

<p><img alt="x" src="fake.png"></p>

\`\`\`
![](fenced.png)
\`\`\`
![](../secret.png) ![](link.png) ![](https://x.org/a.png) ![](gone.gif)

[ref]: img/a%20b.png
`;

describe('images', () => {
  beforeEach(async () => {
    await writeFile(join(base, 'secret.png'), PNG);
    await put('img/a b.png', PNG);
    await put('fake.png', 'text');
    await put('other.txt', 'private');
    await symlink('../secret.png', join(folder, 'link.png'));
    await put('a.md', IMAGES);
  });

  it('[smile-loop FR7] [smile-loop 2.2] [smile-loop 2.S2] [smile-loop 2.E3] are found with line and state', async () => {
    const { images } = await loadTutorial(file);
    expect(images.map(({ line, path, status }) => [line, path, status])).toEqual([
      [4, 'img/a%20b.png', 'there'],
      [5, 'img/a%20b.png', 'there'],
      [8, 'fake.png', 'wrong_format'],
      [13, '../secret.png', 'outside'],
      [13, 'link.png', 'outside'],
      [13, 'https://x.org/a.png', 'remote'],
      [13, 'gone.gif', 'missing'],
    ]);
  });

  it('[smile-loop 2.S1] are loaded in less than 500 ms', async () => {
    const start = performance.now();
    await loadTutorial(file);
    expect(performance.now() - start).toBeLessThan(500);
  });

  it('are staged with the text, and nothing else is', async () => {
    const staged = join(base, 'staged');
    await stageTutorial(await loadTutorial(file), staged);
    expect((await readdir(staged, { recursive: true })).sort()).toEqual(['a.md', 'img', 'img/a b.png']);
    expect(await readFile(join(staged, 'a.md'), 'utf8')).toBe(IMAGES);
  });
});

describe('the format of a picture', () => {
  const formats = [
    ['a.png', 'image/png', PNG],
    ['a.jpg', 'image/jpeg', Buffer.from('\xff\xd8\xff\xe0', 'latin1')],
    ['a.gif', 'image/gif', Buffer.from('GIF89a', 'latin1')],
    ['a.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ] as const;

  it.each(formats)(
    '[smile-loop FR8] is known by its content, and %s lies beside the text',
    async (name, mediaType, bytes) => {
      await put(name, bytes);
      await put('a.md', `![x](${name})`);
      const tutorial = await loadTutorial(file);
      expect(tutorial.images).toMatchObject([{ path: name, status: 'there', mediaType }]);
      const staged = join(base, 'staged');
      await stageTutorial(tutorial, staged);
      expect(await readFile(join(staged, name))).toEqual(bytes);
    },
  );

  it.each(formats)('is not believed from the ending of %s', async (name) => {
    await put(name, 'plain text');
    await put('a.md', `![x](${name})`);
    expect((await loadTutorial(file)).images).toMatchObject([{ status: 'wrong_format' }]);
  });
});

describe('namedHosts', () => {
  it.each([
    ['see [x](https://Example.org/a), <http://b.io:8080>.', ['b.io:8080', 'example.org']],
    ['git@GitHub.com:a/b.git and ssh://git@h.net:22/x', ['github.com', 'h.net:22']],
    ['http://good.org@evil.com/ http://good.org:80@evil.com', ['evil.com']],
    ['http://[::1]:3000/ http://[::1]', ['[::1]', '[::1]:3000']],
    ['`https://a.io.` https://a.io, mail git@a', ['a.io']],
    ['http:// https://% nothing', []],
    ['wss://live.io/a, https://me:1@own.io/ and https://dot.io./', ['dot.io', 'live.io', 'own.io']],
    ['git://b.io/x git+ssh://git@a.io/x https://b.io', ['a.io', 'b.io']],
  ])('%s', (text, hosts) => expect(namedHosts(text)).toEqual(hosts));
});

const TEXT = '# Title\n\nInstall the tools\nwith care.\n\n```sh\n$ npm ci\nnpm test\n```\n\n    make all\n';

describe('lines', () => {
  it.each([
    ['the tools', { line: 3, exact: true }],
    ['the tools with  care.', { line: 3, exact: false }],
    ['Instal the tool', { line: 3, exact: false }],
    ['wholly different words', undefined],
    ['  ', undefined],
  ])('quote %j', (quote, expected) => expect(findQuote(TEXT, quote)).toEqual(expected));

  it.each([
    ['npm ci', 7],
    ['npm ci\nnpm test', 7],
    ['cd x && npm test', 8],
    ['make all', 11],
    ['Install the tools', undefined],
    ['', undefined],
  ])('command %j', (command, line) => expect(lineOfCommand(TEXT, command)).toBe(line));
});

describe('resolveTarget', () => {
  it('takes a file, and a lesson from a folder below the project', async () => {
    await put('docs/part/one.md', '# One');
    await put('sub/x.md', '');
    expect(await resolveTarget('a.md', folder)).toEqual({ kind: 'file', file });
    const lesson = { kind: 'lesson', file: join(folder, 'docs/part/one.md'), slug: 'part/one' };
    expect(await resolveTarget('/part/one/', join(folder, 'sub'))).toEqual(lesson);
  });

  it.each(['no-such', '../own', 'a\0b'])('lists what it looked for: %j', async (argument) => {
    const facts = { lookedFor: expect.arrayContaining([expect.any(String)]) };
    await expect(resolveTarget(argument, folder)).rejects.toMatchObject({ code: 'target_unknown', facts });
  });

  it('takes an exercise with its lesson, checks and starter', async () => {
    const config = {
      formatVersion: 2,
      id: 'one',
      version: '1.0.0',
      title: 'One',
      description: 'One.',
      lessonPath: 'part/one',
      difficulty: 'beginner',
      estimatedMinutes: 5,
      xpReward: 10,
      prerequisites: [],
      skills: ['One'],
      solutionFiles: ['a.py'],
      workspace: { starterFiles: ['README.md', 'a.py'], setupCommands: [] },
      verification: { type: 'script', script: 'verify.sh', files: [], timeout: 30 },
      criteria: [{ id: 'a', title: 'A', hints: ['Look.'] }],
    };
    await put('exercises/one/config.json', JSON.stringify(config));
    for (const name of ['CLAUDE.md', 'verify.sh', 'starter/README.md', 'starter/a.py'])
      await put(`exercises/one/${name}`, 'x');
    const starter = join(folder, 'exercises/one/starter');
    expect(await resolveTarget('one', folder)).toMatchObject({
      kind: 'exercise',
      file: join(starter, 'README.md'),
      starter,
    });
    await put('docs/part/one.md', '# One');
    const found = { file: join(folder, 'docs/part/one.md'), exercise: { config: { verification: { timeout: 30 } } } };
    expect(await resolveTarget('one', folder)).toMatchObject(found);
  });
});
