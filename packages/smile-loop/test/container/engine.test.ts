import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Engine } from '../../src/container/engine.js';
import { engineAddresses } from '../../src/container/engine-address.js';
import { engineError } from '../../src/container/engine-errors.js';
import { PING_LIMIT_MS } from '../../src/container/limits.js';
import { userFor } from '../../src/container/request/user-for.js';

let folder: string;
let socket: string;
const opened = new Set<Server>();
const sockets = new Set<Socket>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'smile-no-engine-'));
  socket = join(folder, 'engine.sock');
});

afterEach(async () => {
  for (const one of sockets) one.destroy();
  for (const server of opened) server.close();
  opened.clear();
  await rm(folder, { recursive: true, force: true });
});

async function listen(server: Server): Promise<{ DOCKER_HOST: string }> {
  opened.add(server);
  server.on('connection', (one: Socket) => sockets.add(one));
  server.listen(socket);
  await once(server, 'listening');
  return { DOCKER_HOST: `unix://${socket}` };
}

/** An engine that knows no more than these answers. */
function engineOf(answers: Readonly<Record<string, unknown>>): Promise<{ DOCKER_HOST: string }> {
  const answer: RequestListener = ({ url = '' }, response) => {
    const found = Object.entries(answers).find(([path]) => url.startsWith(path));
    if (found?.[1] === undefined) return;
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(found[1]));
  };
  return listen(createHttpServer(answer));
}

const UNAVAILABLE = expect.stringMatching(/^Docker is required but not available/);
const VERSION = { '/_ping': 'OK', '/version': { Version: '27.0.0', Components: [{ Name: 'Engine' }] } };

describe('what is no engine', () => {
  const cases: Readonly<Record<string, () => Server>> = {
    'says nothing': () => createServer(() => undefined),
    'hangs up': () => createServer((one) => one.destroy()),
    'speaks another language': () => createServer((one) => one.end('\x00\x01garbage\r\n\r\n')),
    'fails at everything': () => createHttpServer((_, response) => response.writeHead(500).end('{"message":"no"}')),
    'breaks off': () => createHttpServer((_, response) => response.writeHead(200, { 'Content-Length': 9 }).write('O')),
    'is a web server': () => createHttpServer((_, response) => response.end('<html></html>')),
    'answers with JSON of its own': () => createHttpServer((_, response) => response.end('null')),
  };
  it.each(Object.keys(cases))(
    '[smile-loop 3.E1] is refused where it %s',
    async (name) => {
      const env = await listen(cases[name]?.() as Server);
      await expect(Engine.open({ env, callLimitMs: 500 })).rejects.toMatchObject({
        code: 'docker_unavailable',
        message: UNAVAILABLE,
        facts: { tried: [{ address: socket }] },
      });
    },
    20_000,
  );
});

describe('DOCKER_HOST', () => {
  it.each([
    ['ssh://me@far:2222', /ssh -nNT -L \S+ -p 2222 me@far; then set DOCKER_HOST=unix:/],
    ['ftp://far:1', /ftp:\/\/ is not spoken/],
    ['/var/run/docker.sock', /It is no address. Write unix:/],
    ['tcp://', /It is no address/],
    ['tcp://far:99999', /It is no address/],
    ['tcp://far:2376', /no such file/i],
  ])('%s is refused with what to do', async (DOCKER_HOST, message) => {
    const env = { DOCKER_HOST, DOCKER_CERT_PATH: folder };
    await expect(Engine.open({ env })).rejects.toMatchObject({ code: 'docker_unavailable', message: UNAVAILABLE });
    await expect(Engine.open({ env })).rejects.toThrow(message);
  });

  it.each([
    ['unix:///a/b.sock', '/a/b.sock', true],
    ['unix://', '/var/run/docker.sock', true],
    ['far:2375', 'tcp://far:2375', false],
    ['tcp://me:secret@far', 'tcp://far', false],
    ['http://[::1]:4243', 'http://[::1]:4243', false],
  ])('%s is %s', (DOCKER_HOST, name, isHere) => {
    expect(engineAddresses({ DOCKER_HOST })).toEqual([expect.objectContaining({ name, isHere })]);
  });

  it('is no longer than one place, and without it there are several', () => {
    const places = engineAddresses({ XDG_RUNTIME_DIR: '/run/user/1', HOME: '/home/me' }).map(({ name }) => name);
    expect(places).toEqual(expect.arrayContaining(['/var/run/docker.sock', '/run/user/1/podman/podman.sock']));
  });
});

describe('an engine that is slow', () => {
  afterEach(() => void vi.useRealTimers());

  it('to tell its version, as Podman is on a busy machine, is waited for once it has answered a ping', async () => {
    const server = createHttpServer();
    const env = await listen(server);
    const asked = new Promise<ServerResponse>((resolve) =>
      server.on('request', ({ url }, response) =>
        url?.startsWith('/version') ? resolve(response) : response.end('OK'),
      ),
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const opening = Engine.open({ env });
    const response = await asked;
    vi.advanceTimersByTime(4 * PING_LIMIT_MS);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(VERSION['/version']));
    expect(await opening).toMatchObject({ kind: 'docker', version: '27.0.0' });
  });
});

describe('an engine that stops to answer', () => {
  it('is given up in time', async () => {
    const env = await engineOf({ ...VERSION, '/images': undefined });
    const engine = await Engine.open({ env, callLimitMs: 200 });
    await expect(engine.hasImage('x')).rejects.toMatchObject({
      code: 'engine_lost',
      message: expect.stringContaining('no answer within 200 ms'),
    });
  });
});

describe('the user of a container', () => {
  const me = { uid: 1234, gid: 99 };
  it.each([
    ['root runs the engine', { SecurityOptions: ['name=seccomp,profile=default'] }, '1234:99'],
    ['it says nothing of itself', { SecurityOptions: null }, '1234:99'],
    ['the engine is rootless', { SecurityOptions: ['name=seccomp', 'name=rootless'] }, undefined],
    ['users are mapped', { SecurityOptions: ['name=userns'] }, undefined],
    ['it is Docker Desktop', { OperatingSystem: 'Docker Desktop' }, undefined],
  ])('where %s', async (_, info, user) => {
    const engine = await Engine.open({ env: await engineOf({ ...VERSION, '/info': info }) });
    expect(await userFor(engine, me)).toBe(user);
    expect(await userFor(engine, { uid: 0, gid: 0 })).toBeUndefined();
  });
});

describe("an engine's words", () => {
  it.each([
    ['[smile-loop 3.E6] write /var/lib/docker/tmp/x: no space left on device', 'disk_full'],
    ['[smile-loop 3.E5] invalid IP address in add-host: "host-gateway"', 'container_network'],
    ['exec: "/bin/sh": stat /bin/sh: no such file or directory', 'image_without_node'],
    ['something else', 'container_failed'],
  ])('%s mean %s', (message, code) => {
    const told = message.replace(/^\[.*?\] /, '');
    expect(engineError(Object.assign(new Error(told), { statusCode: 500 }), 'start')).toMatchObject({ code });
  });
});
