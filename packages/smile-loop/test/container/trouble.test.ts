import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEngine, type TestEngine } from '@agent-factory/acceptance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Engine } from '../../src/container/engine.js';
import { SmileContainer } from '../../src/container/smile-container.js';
import { HostEnd } from '../../src/tunnel/host-end.js';
import { bundled, openPlace, type Place, printed, STAYS } from './support.js';

const run = promisify(execFile);
const MEGABYTE = 1024 * 1024;
let place: Place;

beforeAll(async () => {
  place = await openPlace();
});

afterAll(async () => {
  await place?.[Symbol.asyncDispose]();
});

/** What the end of a container's program means. */
async function meaning(container: SmileContainer) {
  return container.explain(await container.exited);
}

describe('a program that takes too much', () => {
  it('of memory, ends alone', async () => {
    const code = 'const kept = []; for (;;) kept.push(Buffer.alloc(8 * 1024 * 1024, 1));';
    const limits = { memoryBytes: 64 * MEGABYTE, cpus: 1, pids: 64 };
    await using container = await place.start(code, { limits });
    const error = await meaning(container);
    expect(error).toMatchObject({ code: 'container_failed', outcome: 'infra_error' });
    expect(error.message).toMatch(/memory/);
  });

  it('of processes, gets no more than its limit, and is removed', async () => {
    const code = `import { spawn } from 'node:child_process';
      const tries = Array.from({ length: 300 }, () => new Promise((resolve) => {
        spawn('sleep', ['1000'], { stdio: 'ignore' }).once('spawn', () => resolve('begun')).once('error', (e) => resolve(e.code));
      }));
      process.stdout.write(JSON.stringify(await Promise.all(tries)));
      ${STAYS}`;
    const limits = { memoryBytes: 512 * MEGABYTE, cpus: 0.5, pids: 48 };
    await using container = await place.start(code, { limits });
    const told = JSON.parse(await new Promise((resolve) => container.wire.input.once('data', resolve))) as string[];
    expect(told.filter((word) => word === 'begun').length).toBeLessThan(48);
    expect(new Set(told)).toEqual(new Set(['begun', 'EAGAIN']));
    expect(await container.remove()).toBe(true);
    expect(await place.containers()).toEqual([]);
  });

  it('of our ears, is not listened to, in bounded memory', async () => {
    const code = `const piece = Buffer.alloc(1024 * 1024, 'x');
      const fs = await import('node:fs');
      const all = (fd) => { for (let n = 0; n < 64; n += 1) for (let at = 0; at < piece.length;) at += write(fd, at); };
      const write = (fd, at) => { try { return fs.writeSync(fd, piece, at); } catch (e) { if (e.code === 'EAGAIN') return 0; throw e; } };
      all(2); all(1);`;
    await using container = await place.start(code);
    const before = process.memoryUsage.rss();
    const connect = () => {
      throw new Error('nobody speaks to it');
    };
    await using end = new HostEnd({ wire: container.wire, connect, onMessage: () => undefined });
    const close = await end.closed;
    expect(close).toMatchObject({ reason: 'no_magic', preamble: expect.stringMatching(/x{100}/) });
    expect((await container.exited).code).toBe(0);
    expect(container.stderr.length).toBeLessThanOrEqual(8 * 1024);
    expect((process.memoryUsage.rss() - before) / MEGABYTE).toBeLessThan(100);
  });

  it('[smile-loop 3.E6] of the disk, is told so', async () => {
    await using disk = await smallDisk('work-disk');
    const code = `import fs from 'node:fs'; fs.writeFileSync('/workspace/work/big', Buffer.alloc(4 * 1024 * 1024));`;
    const [codeMount] = (await place.request(code)).mounts;
    const mounts = [codeMount, { source: disk.path, target: '/workspace/work', readOnly: false }];
    await using container = await place.start(code, { mounts: mounts.filter((mount) => mount !== undefined) });
    expect(await meaning(container)).toMatchObject({ code: 'disk_full', outcome: 'infra_error' });
  });

  it('of our patience, does not outlive a stop', async () => {
    const code = `for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => undefined);
      process.stdout.write('ready'); setInterval(() => undefined, 1000);`;
    await using container = await place.start(code);
    await new Promise((resolve) => container.wire.input.once('data', resolve));
    await container.stop();
    expect((await container.exited).code).toBe(137);
  });
});

describe('what cannot be started', () => {
  it('is a mount of what is not there, and nothing is made of it', async () => {
    const source = join(place.folder, 'missing');
    const mounts = [{ source, target: '/workspace/work', readOnly: false }];
    await expect(place.start('', { mounts })).rejects.toMatchObject({
      code: 'container_failed',
      message: `${source} cannot be mounted at /workspace/work: it does not exist.`,
      facts: { source },
    });
    await expect(readFile(source)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await place.containers()).toEqual([]);
  });

  it('is an image without a shell', async () => {
    const image = await emptyImage(place.podman);
    const started = place.start('', { image });
    await expect(started).rejects.toMatchObject({ code: 'image_without_node', outcome: 'infra_error' });
    expect(await place.containers()).toEqual([]);
  });

  it('[smile-loop 3.E6] is anything while the disk of the engine is full', async () => {
    await using disk = await smallDisk('graph');
    await using podman = await startEngine({ graph: disk.path });
    const engine = await Engine.open({ env: podman.env });
    const request = await place.request('', { image: await emptyImage(podman) });
    await run('dd', ['if=/dev/zero', `of=${join(disk.path, 'filler')}`, 'bs=4k']).catch(() => undefined);
    const started = SmileContainer.start(engine, request);
    await expect(started).rejects.toMatchObject({ code: 'disk_full', outcome: 'infra_error' });
  });
});

describe('the way to this machine', () => {
  const listening = (options: string) => `
    import { ContainerEnd } from './tunnel/container-end.js';
    const wire = { input: process.stdin, output: process.stdout };
    await ContainerEnd.listen({ wire, onMessage: () => undefined, ${options} });`;

  it('[smile-loop 3.E5] is told of where its port is taken', async () => {
    const code = `import { createServer } from 'node:net';
      await new Promise((resolve) => createServer().listen(4000, '127.0.0.1', resolve)); ${listening('port: 4000')}`;
    await using container = await place.start(await bundled(code));
    expect(await meaning(container)).toMatchObject({ code: 'container_network', outcome: 'infra_error' });
  });

  it('[smile-loop 3.E5] is told of where its name leads nowhere, or elsewhere', async () => {
    for (const name of ['nowhere.invalid', '192.0.2.1']) {
      await using container = await place.start(await bundled(listening(`port: 0, name: '${name}'`)));
      const error = await meaning(container);
      expect(error).toMatchObject({ code: 'container_network' });
      expect(error.message).toContain(name);
    }
  });
});

describe('folders of another user', () => {
  it('are written by a container that runs as that user, and by no other', async () => {
    await run('chown', ['1234:99', join(place.folder, 'work')]);
    const code = `import fs from 'node:fs';
      try { fs.writeFileSync('/workspace/work/mine', ''); process.stdout.write('wrote'); } catch (e) { process.stdout.write(e.code); }`;
    await using root = await place.start(code);
    expect(await printed(root)).toBe('EACCES');
    await using user = await place.start(code, { user: '1234:99' });
    expect(await printed(user)).toBe('wrote');
  });
});

/** Nothing is in it. */
async function emptyImage(podman: TestEngine): Promise<string> {
  const archive = join(place.folder, 'empty.tar');
  await run('tar', ['-cf', archive, '-T', '/dev/null']);
  await podman.podman('import', archive, 'smile-empty:test');
  return 'smile-empty:test';
}

/** A disk of one megabyte. */
async function smallDisk(name: string): Promise<AsyncDisposable & { readonly path: string }> {
  const path = join(place.folder, name);
  await mkdir(path);
  await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path]);
  const dispose = async (): Promise<void> => void (await run('umount', ['--lazy', path]));
  return { path, [Symbol.asyncDispose]: dispose };
}
