import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { MAX_IMPORT_BYTES } from '@agent-factory/protocol';
import { describe, expect, test } from 'vitest';
import { proofOf } from '../../src/access/proof.js';
import { newSecret } from '../../src/access/secrets.js';
import { changedIn, hashOf } from '../../src/catalog/copy.js';
import { run } from '../fixtures/cli.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons } from '../fixtures/lessons.js';
import { Home } from '../fixtures/machine/home.js';
import { type Answer, Site } from '../fixtures/site.js';
import { manners, Peer } from '../fixtures/wire/peer.js';

/** What a failed request says: status, code and message. */
async function failureOf(daemon: TestDaemon, path: string, body?: object) {
  const { status, json } = body === undefined ? await daemon.request(path) : await daemon.post(path, body);
  return { status, code: json.error as string, message: json.message as string, json };
}

const START = { exerciseId: 'first-steps' };

describe('a site that answers "101 Switching Protocols"', () => {
  const switching: Answer = (response) =>
    void response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n');

  test('does not hold up a list, a start or a reset', async () => {
    await using site = await Site.open(lessons(exercise()));
    await using daemon = await TestDaemon.open({ content: site.url });
    site.answer('first-steps/CLAUDE.md', switching);
    expect(await failureOf(daemon, '/exercises/start', START)).toMatchObject({
      status: 503,
      code: 'content_unreachable',
    });
    await using other = await Peer.open(manners.switchesProtocols);
    await using stranger = await TestDaemon.open({ content: other.url });
    expect(await failureOf(stranger, '/exercises/start', START)).toMatchObject({ code: 'content_unreachable' });
    expect(await failureOf(stranger, '/exercises/reset', START)).toMatchObject({ status: 200 });
    expect(await failureOf(stranger, '/exercises')).toMatchObject({ code: 'content_unreachable' });
  });

  const others = [
    'switchesProtocols',
    'saysNothing',
    'closes',
    'tricklesItsBody',
    'continuesForEver',
    'floodsItsBody',
  ] as const;
  test.each(others)(
    'and a port of an old discovery file that %s, end every command with its own exit code',
    async (how) => {
      await using home = await Home.make();
      await using peer = await Peer.open(manners[how]);
      const discovery = {
        port: peer.port,
        pid: process.pid,
        startedAt: new Date().toISOString(),
        token: 'x'.repeat(43),
      };
      await writeFile(home.in('.af-practice-server.json'), JSON.stringify(discovery));
      const [stop, sessions] = await Promise.all([run(home, ['stop']), run(home, ['sessions'])]);
      expect([stop.code, sessions.code]).toEqual([1, 0]);
      expect(stop?.stderr).toContain('The practice server is not running');
      expect(peer.heard.join()).not.toContain(discovery.token);
    },
  );

  test('once it is asked as the daemon that it has proven to be: stop and sessions say that it does not answer', async () => {
    await using home = await Home.make();
    const startedAt = new Date().toISOString();
    const health = {
      ...{
        name: 'practice-server',
        healthy: true,
        version: '1',
        protocolVersion: 1,
        port: 1,
        startedAt,
        platform: 'x',
      },
      ...{ agent: 'shell', content: 'x', dependencies: {}, activeSessions: 0 },
    };
    const token = newSecret();
    await using peer = await Peer.open((socket, heard) => {
      const [, nonce] = /^GET \/health\?nonce=(\S+)/.exec(heard) ?? [];
      if (nonce === undefined) return manners.switchesProtocols(socket, heard);
      const body = JSON.stringify({ ...health, proof: proofOf(token, { nonce, port: peer.port }) });
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    });
    const discovery = { port: peer.port, pid: process.pid, startedAt, token };
    await writeFile(home.in('.af-practice-server.json'), JSON.stringify(discovery));
    for (const command of ['stop', 'sessions']) {
      const { code, stderr } = await run(home, [command]);
      expect([command, code]).toEqual([command, 1]);
      expect(stderr).toMatch(/does not answer as it should: .+ Restart it\.\n$/);
    }
  });
});

describe('a site that redirects to another', () => {
  test('is not followed: nothing of the other runs, and the message names it and what to do', async () => {
    const evil = exercise({ setup: ['touch /tmp/af-practice-was-here'] });
    await using other = await Site.open(lessons(evil));
    await using site = await Site.open({});
    const toOther: Answer = (response) => {
      response.writeHead(302, { Location: `${other.url}${response.req.url}` }).end();
    };
    site.answer('registry.json', toOther);
    await using daemon = await TestDaemon.open({ content: site.url });
    const failure = await failureOf(daemon, '/exercises/start', START);
    expect(failure).toMatchObject({
      status: 503,
      code: 'content_unreachable',
      json: { redirectedTo: `${other.url}/exercises/registry.json` },
    });
    expect(failure.message).toContain(`--content ${other.url}/`);
    expect(failure.message).not.toContain(`--content ${other.url}/exercises`);
    expect(other.requests).toEqual([]);
    site.publish(lessons(exercise()));
    site.answer('registry.json');
    site.answer('first-steps/verify.sh', toOther);
    await using later = await TestDaemon.open({ content: site.url });
    expect(await failureOf(later, '/exercises/start', START)).toMatchObject({ code: 'content_unreachable' });
    expect(other.requests).toEqual([]);
  });

  test('the password of --content goes to its own site, and into no message and no cache', async () => {
    const heard: (string | undefined)[] = [];
    await using site = await Site.open(lessons(exercise()));
    site.answer('first-steps/CLAUDE.md', (response, text) => {
      heard.push(response.req.headers.authorization);
      response.end(text);
    });
    await using daemon = await TestDaemon.open({ content: site.url.replace('//', '//me:secret@') });
    await daemon.start();
    expect(heard).toEqual([`Basic ${Buffer.from('me:secret').toString('base64')}`]);
    await daemon.home.killTmux();
    await daemon.post('/exercises/reset', START);
    await rm(daemon.home.in('.af-practice', 'cache'), { recursive: true });
    site.answer('first-steps/config.json', (response) => void response.writeHead(500).end());
    const { message, json } = await failureOf(daemon, '/exercises/start', START);
    expect([message.includes('secret'), json.content]).toEqual([false, `${site.url}/`]);
  });
});

describe('a hostile file of a site', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
  const check = (equals: string) =>
    `{"id":"first-steps","title":"a","verification":{"type":"checks","checks":[{"name":"a","type":"json_equals","path":"a","at":[],"equals":${equals}}]}}`;
  const names = Array.from({ length: 60_000 }, (_, index) => `c${index}`);
  const hostile: [what: string, path: string, text: string][] = [
    [
      'a config of 60,000 criteria',
      'first-steps/config.json',
      JSON.stringify({ id: 'first-steps', title: 'a', stages: [{ title: 'a', criteria: names }] }),
    ],
    [
      'a config of 900,000 bad entries',
      'first-steps/config.json',
      `{"id":"first-steps","title":"a","skills":[${'1,'.repeat(900_000)}1]}`,
    ],
    ['a config 3,000 lists deep', 'first-steps/config.json', check(deep(3000))],
    ['a config a million lists deep', 'first-steps/config.json', check(deep(1_000_000))],
    ['a registry of 900,000 bad entries', 'registry.json', `{"version":"1.0","exercises":[${'0,'.repeat(900_000)}0]}`],
    ['a registry a million lists deep', 'registry.json', `{"version":"1.0","exercises":${deep(1_000_000)}}`],
  ];
  // Again where other programs had the processor meanwhile.
  test.each(hostile)(
    '%s gives content_invalid, in a short message and without holding up anybody',
    { retry: 2 },
    async (_what, path, text) => {
      await using site = await Site.open({ ...lessons(exercise()), [path]: text });
      await using daemon = await TestDaemon.open({ content: site.url });
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      const failure = await failureOf(daemon, '/exercises/start', START);
      delay.disable();
      expect(failure).toMatchObject({ status: 502, code: 'content_invalid', json: { file: path } });
      expect(failure.message.length).toBeLessThan(5000);
      // Five times what may hold up a terminal: the machine of a test is busy with others.
      expect(delay.max / 1e6).toBeLessThan(5 * 50);
    },
  );

  test('a body of any route, however deep or full, gives invalid_request', async () => {
    await using daemon = await TestDaemon.open();
    const bodies = [
      ['/exercises/start', `{"exerciseId":${deep(7000)}}`],
      ['/progress/import', `{"exercises":[{"criteria":${deep((MAX_IMPORT_BYTES - 100) / 2)}}]}`],
      ['/progress/import', `{"exercises":[${'{},'.repeat((MAX_IMPORT_BYTES - 100) / 3)}{}]}`],
    ] as const;
    for (const [path, body] of bodies) {
      const headers = { Origin: daemon.origin, 'Content-Type': 'application/json' };
      const { status, json } = await daemon.request(path, { method: 'POST', headers, body });
      expect([path, status, json.error]).toEqual([path, 400, 'invalid_request']);
      expect(json.message.length).toBeLessThan(5000);
    }
  });

  test('names that no other system can have are refused, each with its reason', async () => {
    await using site = await Site.open(lessons(exercise()));
    await using daemon = await TestDaemon.open({ content: site.url });
    const starters = [
      ['NUL'],
      ['a/con.txt'],
      ['a '],
      ['写'.repeat(86)],
      ['\ud800'],
      ['.git/hooks/x'],
      ['é', 'e\u0301'],
      ['a', 'A'],
    ];
    for (const starterFiles of starters) {
      const files = exercise({ config: { workspace: { starterFiles } } });
      site.publish(lessons(files));
      const failure = await failureOf(daemon, '/exercises/start', START);
      expect([starterFiles, failure.code, failure.message.includes('starterFiles')]).toEqual([
        starterFiles,
        'content_invalid',
        true,
      ]);
    }
  });

  test('files that are too many bytes together are refused before they are kept', async () => {
    const starterFiles = Array.from({ length: 17 }, (_, index) => `f${index}`);
    const big = 'x'.repeat(2 * 1024 * 1024);
    const files = exercise({ starter: Object.fromEntries(starterFiles.map((name) => [name, big])) });
    await using site = await Site.open(lessons(files));
    await using daemon = await TestDaemon.open({ content: site.url });
    const failure = await failureOf(daemon, '/exercises/start', START);
    expect(failure).toMatchObject({ code: 'content_invalid', json: { file: 'first-steps' } });
  });
});

describe('links in a folder of lessons', () => {
  test('are followed within the folder, and refused where they lead out of it, with the name of the file', async () => {
    await using daemon = await TestDaemon.open();
    const at = (...parts: string[]) => daemon.home.in('site', 'exercises', 'first-steps', ...parts);
    await rename(at('CLAUDE.md'), daemon.home.in('site', 'tutor.md'));
    await symlink('../../tutor.md', at('CLAUDE.md'));
    expect((await daemon.start()).status).toBe('created');
    await daemon.home.killTmux();
    await writeFile(daemon.home.in('secret'), 'secret');
    for (const file of ['starter/answer.txt', 'verify.sh', 'config.json', 'AGENTS.md']) {
      await cp(daemon.home.in('site'), daemon.home.in('whole'), { recursive: true, verbatimSymlinks: true });
      await rm(at(file), { force: true });
      await symlink(daemon.home.in('secret'), at(file));
      const failure = await failureOf(daemon, '/exercises/start', START);
      // Instructions for other agents may be missing; what cannot be used of them is as good as that.
      const expected = file === 'AGENTS.md' ? undefined : 'content_invalid';
      expect([file, failure.code]).toEqual([file, expected]);
      if (expected !== undefined) expect(failure.json.file).toBe(`first-steps/${file}`);
      await daemon.home.killTmux();
      await rm(daemon.home.in('site'), { recursive: true });
      await rename(daemon.home.in('whole'), daemon.home.in('site'));
    }
    await rm(daemon.home.in('site', 'exercises', 'first-steps'), { recursive: true });
    await mkdir(daemon.home.in('outside', 'first-steps'), { recursive: true });
    await symlink(daemon.home.in('outside', 'first-steps'), daemon.home.in('site', 'exercises', 'first-steps'));
    await writeFile(daemon.home.in('outside', 'first-steps', 'config.json'), '{}');
    expect(await failureOf(daemon, '/exercises/start', START)).toMatchObject({
      json: { file: 'first-steps/config.json' },
    });
  });
});

/** The folder of the one copy of `first-steps`. */
async function copyOf(daemon: TestDaemon): Promise<string> {
  const cache = daemon.home.in('.af-practice', 'cache');
  const [site = ''] = (await readdir(cache, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const current = JSON.parse(await readFile(join(cache, site, 'exercises', 'first-steps', 'current.json'), 'utf8'));
  return join(cache, site, 'exercises', 'first-steps', current.folder);
}

const PASSES = `#!/bin/sh\nprintf '{"name": "Anything", "passed": true}\\n'\n`;

describe('the copy of an exercise that somebody has edited', () => {
  const edits: [what: string, edit: (folder: string) => Promise<unknown>][] = [
    ['its check', (folder) => writeFile(join(folder, 'verify.sh'), PASSES)],
    [
      'its check, by a link',
      async (folder) => {
        await writeFile(join(folder, '..', 'mine.sh'), PASSES);
        await rm(join(folder, 'verify.sh'));
        await symlink('../mine.sh', join(folder, 'verify.sh'));
      },
    ],
    [
      'its config',
      async (folder) => {
        const config = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8'));
        config.verification = { type: 'files', files: [{ path: 'answer.txt' }] };
        await writeFile(join(folder, 'config.json'), JSON.stringify(config));
      },
    ],
    ['a file beside its check', (folder) => writeFile(join(folder, 'json.py'), '')],
    [
      'a folder of files',
      async (folder) => {
        await mkdir(join(folder, 'a', 'b'), { recursive: true });
        await writeFile(join(folder, 'a', 'b', 'c'), '');
      },
    ],
    ['a file away', (folder) => rm(join(folder, 'starter', 'answer.txt'))],
    ['all of it away', (folder) => rm(folder, { recursive: true })],
    [
      'what it is, to a link',
      async (folder) => {
        await rename(folder, `${folder}-away`);
        await symlink(`${folder}-away`, folder);
      },
    ],
    [
      'which copy is the current one',
      (folder) =>
        writeFile(join(folder, '..', 'current.json'), JSON.stringify({ folder: '..', configHash: 'x', hashes: [] })),
    ],
    ['half of what is current', (folder) => writeFile(join(folder, '..', 'current.json'), '{"folder":')],
    ['how deep what is current is', (folder) => writeFile(join(folder, '..', 'current.json'), '['.repeat(100_000))],
  ];

  test.each(edits)(
    '(%s) is fetched anew for the next check, and refused while the site is away',
    async (_what, edit) => {
      await using site = await Site.open(lessons(exercise()));
      await using daemon = await TestDaemon.open({ content: site.url });
      await daemon.start();
      expect((await daemon.post('/exercises/verify', START)).json.status).toBe('failed');
      const asked = site.requests.length;
      await daemon.post('/exercises/verify', START);
      expect(site.requests.length).toBe(asked);
      await edit(await copyOf(daemon));
      const { status, json } = await daemon.post('/exercises/verify', START);
      expect([status, json.status, json.criteria?.length]).toEqual([200, 'failed', 2]);
      await edit(await copyOf(daemon));
      await site.close();
      const away = await failureOf(daemon, '/exercises/verify', START);
      expect([away.status, away.code]).toEqual([503, 'content_unreachable']);
      expect(away.message).toContain('Start the lesson site');
    },
  );

  test('is named in the error, with its file', async () => {
    await using site = await Site.open(lessons(exercise()));
    await using daemon = await TestDaemon.open({ content: site.url });
    await daemon.start();
    const folder = await copyOf(daemon);
    await writeFile(join(folder, 'verify.sh'), PASSES);
    await site.close();
    const { message, json } = await failureOf(daemon, '/exercises/verify', START);
    expect(message).toContain('has changed since it was fetched');
    expect(json.file).toBe(join(folder, 'verify.sh'));
  });

  test('costs an honest check little: a copy of full size is looked through for less than a check may wait', async () => {
    await using home = await Home.make();
    const folder = home.in('copy');
    await mkdir(folder);
    const content = 'x'.repeat(2000);
    const names = Array.from({ length: 200 }, (_, index) => `f${index}`);
    await Promise.all(names.map((name) => writeFile(join(folder, name), content)));
    const hashes = new Map(names.map((name) => [name, hashOf(content)]));
    const times: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const begun = performance.now();
      expect(await changedIn(folder, hashes)).toBeUndefined();
      times.push(performance.now() - begun);
    }
    // The budget for all that surrounds a script is 25 ms; an exercise has a dozen files, and a test machine is busy: reading a file ten times over would show.
    expect(Math.min(...times)).toBeLessThan(20 * 25);
  });
});

describe('a copy that cannot be made whole', () => {
  const first = exercise({ starter: { 'a.txt': 'one' } });
  const second = exercise({ version: '2.0.0', starter: { 'a.txt': 'two', 'b.txt': 'two' } });

  test('as the site is published meanwhile, is made of the new publication alone', async () => {
    await using site = await Site.open(lessons(first));
    await using daemon = await TestDaemon.open({ content: site.url });
    site.answer('first-steps/CLAUDE.md', (response, text) => {
      site.answer('first-steps/CLAUDE.md');
      site.publish(lessons(second));
      response.end(text);
    });
    expect((await daemon.start()).version).toBe('2.0.0');
    expect(await readFile(daemon.home.workspace('first-steps', 'a.txt'), 'utf8')).toBe('two');
    expect(await readFile(daemon.home.workspace('first-steps', 'b.txt'), 'utf8')).toBe('two');
  });

  test('as the site changes all the time, is none, and says so', async () => {
    await using site = await Site.open(lessons(first));
    await using daemon = await TestDaemon.open({ content: site.url });
    let version = 0;
    site.answer('first-steps/config.json', (response) => {
      version += 1;
      response.end(exercise({ version: `1.0.${version}` })['first-steps/config.json']);
    });
    site.publish(lessons(first, { 'first-steps/starter/answer.txt': '' }));
    const failure = await failureOf(daemon, '/exercises/start', START);
    expect(failure).toMatchObject({ status: 502, code: 'content_invalid' });
    expect(failure.message).toContain('try again');
    expect(await readdir(daemon.home.in('af-practice'))).toEqual([]);
  });

  test('as nothing can be written, is a typed error for a start; the list of exercises comes all the same', async () => {
    await using home = await Home.make();
    await mkdir(home.in('.af-practice'), { mode: 0o700 });
    await using site = await Site.open(lessons(first));
    await using daemon = await TestDaemon.open({ content: site.url, home });
    await rm(home.in('.af-practice', 'cache'), { recursive: true, force: true });
    await writeFile(home.in('.af-practice', 'cache'), 'a file where the folder was');
    expect((await daemon.request('/exercises')).json).toMatchObject({
      source: 'content',
      exercises: [{ id: 'first-steps' }],
    });
    const failure = await failureOf(daemon, '/exercises/start', START);
    expect([failure.status, failure.code]).toEqual([500, 'workspace_failed']);
    expect(failure.message).toContain('cache');
  });

  test('by many who ask at once, is made once', async () => {
    await using site = await Site.open(lessons(first));
    await using daemon = await TestDaemon.open({ content: site.url });
    await daemon.start();
    await rm(await copyOf(daemon), { recursive: true });
    const before = site.requests.length;
    const watching = Array.from({ length: 5 }, () => daemon.post('/exercises/solution', { ...START, confirmed: true }));
    const answers = await Promise.all([...watching, daemon.post('/exercises/verify', START)]);
    expect(answers.at(-1)?.json.status).toBe('failed');
    const asked = site.requests.slice(before).filter((path) => path === 'first-steps/verify.sh');
    expect(asked.length).toBeLessThan(3);
    const folder = join(await copyOf(daemon), '..');
    expect((await readdir(folder)).length).toBe(2);
  });
});
