import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import type { CommandResult } from '@agent-factory/subprocess';
import express from 'express';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Guard } from '../../src/access/guard.js';
import { type Connection, connectionOfPeer, turned } from '../../src/access/peers/connection.js';
import { LinuxOwners, sharesOverflowUid } from '../../src/access/peers/linux.js';
import { listsEnd, MacOwners } from '../../src/access/peers/macos.js';
import { Netlink } from '../../src/access/peers/netlink.js';
import type { Owner } from '../../src/access/peers/owner.js';
import { Peers } from '../../src/access/peers/peers.js';
import { parseTable } from '../../src/access/peers/proc-net.js';
import { createAccessControl } from '../../src/http/access.js';
import { createLog } from '../../src/system/log.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';
import { NOBODY, whyNoOtherUsers } from '../fixtures/machine/users.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { attack, everyWayIn } from '../fixtures/wire/attack.js';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A connection within this process: what the server has of it, and the client's end. */
async function connected(host: string): Promise<{ peer: Socket; client: Socket; [Symbol.dispose](): void }> {
  const server = createTcpServer({ allowHalfOpen: true }).listen(0, host === '::1' ? host : '127.0.0.1');
  await once(server, 'listening');
  const client = connect({ port: (server.address() as AddressInfo).port, host });
  const [[peer]] = await Promise.all([once(server, 'connection'), once(client, 'connect')]);
  const dispose = () => {
    for (const socket of [peer, client]) socket.destroy();
    server.close();
  };
  return { peer, client, [Symbol.dispose]: dispose };
}

function peerOf(socket: Socket): Connection {
  const connection = connectionOfPeer(socket);
  if (connection === undefined) throw new Error('the connection has no other end');
  return connection;
}

/** The connection of two ends, written as Node writes them. */
function between(from: [string, number], to: [string, number]): Connection {
  const [[remoteAddress, remotePort], [localAddress, localPort]] = [from, to];
  return peerOf({ remoteAddress, remotePort, localAddress, localPort } as unknown as Socket);
}

const uid = process.getuid?.() ?? -1;

describe.skipIf(process.platform !== 'linux')('whose the other end of a connection is, on Linux', () => {
  const ways: Array<[string, () => LinuxOwners]> = [
    ['by the kernel itself', () => new LinuxOwners({ procFolder: '/nowhere' })],
    ['by /proc', () => new LinuxOwners({ netlink: null })],
  ];

  test.each(ways)('%s: this user, over every loopback address, and nobody once it has closed', async (_way, make) => {
    using owners = closing(make());
    for (const host of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      using pair = await connected(host);
      const connection = peerOf(pair.peer);
      expect([host, await owners.ownerOf(connection)]).toEqual([host, { kind: 'user', uid }]);
      pair.peer.resume();
      pair.client.destroy();
      await once(pair.peer, 'end');
      expect([host, await owners.ownerOf(connection)]).toEqual([host, { kind: 'gone' }]);
    }
  });

  test.each(ways)('%s: nobody, where the other end never was or was reset', async (_way, make) => {
    using owners = closing(make());
    using pair = await connected('127.0.0.1');
    const connection = peerOf(pair.peer);
    await owners.ownerOf(connection);
    const failed = once(pair.peer.resume(), 'error');
    pair.client.resetAndDestroy();
    const [error] = await failed;
    expect(error.code).toBe('ECONNRESET');
    expect(await owners.ownerOf(connection)).toEqual({ kind: 'gone' });
  });

  test('the kernel is asked directly where the prebuilt part is there, in less than a millisecond', async () => {
    const netlink = Netlink.open();
    if (netlink === undefined) throw new Error('the kernel cannot be asked here');
    using pair = await connected('127.0.0.1');
    const connection = peerOf(pair.peer);
    const times = Array.from({ length: 501 }, () => {
      const start = performance.now();
      expect(netlink.find(connection)?.uid).toBe(uid);
      return performance.now() - start;
    });
    netlink.close();
    expect(times.sort((a, b) => a - b)[250]).toBeLessThan(1);
  });

  test('a port on which somebody listens is not taken for the other end', async () => {
    const netlink = Netlink.open();
    const server = createTcpServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = (server.address() as AddressInfo).port;
    expect(netlink?.find(between(['127.0.0.1', port], ['127.0.0.1', 1]))).toBeUndefined();
    server.close();
    netlink?.close();
  });

  test('in a container that shows all users as one, they are told apart by nobody', () => {
    const [everyone, one] = ['         0          0 4294967295\n', '      1000       1000          1\n'];
    expect(sharesOverflowUid(65534, '65534\n', everyone)).toBe(false);
    expect(sharesOverflowUid(65534, '65534\n', one)).toBe(true);
    expect(sharesOverflowUid(1000, '65534\n', one)).toBe(false);
  });
});

function closing(owners: LinuxOwners): LinuxOwners & Disposable {
  return Object.assign(owners, { [Symbol.dispose]: () => owners.close() });
}

const HEADER = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';

/** Recorded with a daemon on port 3300: its listener, both ends of a connection of user 1000, one closed by its owner. */
const TCP = `${HEADER}   0: 0100007F:0CE4 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1001        0 20001 1 0000000000000000 100 0 0 10 0
   1: 0100007F:D431 0100007F:0CE4 01 00000000:00000000 00:00000000 00000000  1000        0 20002 1 0000000000000000 20 4 30 10 -1
   2: 0100007F:0CE4 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1001        0 20003 1 0000000000000000 20 4 30 10 -1
   3: 0100007F:D432 0100007F:0CE4 05 00000000:00000000 00:00000000 00000000     0        0 0 1 0000000000000000 20 4 30 10 -1
   4: 0100007F:D433 0100007F:0CE4 06 00000000:00000000 03:00001769 00000000     0        0 0 3 0000000000000000
`;

const TCP6 = `${HEADER}   0: 00000000000000000000000001000000:D434 00000000000000000000000001000000:0CE4 01 00000000:00000000 00:00000000 00000000  1002        0 20004 1 0000000000000000 20 4 30 10 -1
   1: 0000000000000000FFFF00000100007F:D435 0000000000000000FFFF00000100007F:0CE4 01 00000000:00000000 00:00000000 00000000  1003        0 20005 1 0000000000000000 20 4 30 10 -1
   2: B80D0120000000000000000005000000:D436 00000000000000000000000001000000:0CE4 01 00000000:00000000 00:00000000 00000000  1004        0 20006 1 0000000000000000 20 4 30 10 -1
`;

describe('the tables of /proc', () => {
  const daemon = ['127.0.0.1', 3300] as [string, number];

  test('tell the other end from our own, and IPv4, IPv6 and one in the form of the other', () => {
    const peer = between(['127.0.0.1', 0xd431], daemon);
    expect([parseTable(TCP, peer)?.uid, parseTable(TCP, turned(peer))?.uid]).toEqual([1000, 1001]);
    expect(parseTable(TCP6, between(['::1', 0xd434], ['::1', 3300]))?.uid).toBe(1002);
    expect(parseTable(TCP6, between(['127.0.0.1', 0xd435], daemon))?.uid).toBe(1003);
    expect(parseTable(TCP6, between(['::ffff:127.0.0.1', 0xd435], ['::ffff:127.0.0.1', 3300]))?.uid).toBe(1003);
    expect(parseTable(TCP6, between(['2001:db8::5', 0xd436], ['::1', 3300]))?.uid).toBe(1004);
    expect(parseTable(TCP + TCP6, between(['127.0.0.1', 0xd434], daemon))).toBeUndefined();
  });

  async function ownersOf(home: Home, isWsl: boolean): Promise<(port: number) => Promise<Owner>> {
    await mkdir(home.in('net'));
    const own = `   5: 0100007F:0CE4 0100007F:D439 01 00000000:00000000 00:00000000 00000000  1001        0 20009 1\n`;
    await Promise.all([writeFile(home.in('net', 'tcp'), TCP + own), writeFile(home.in('net', 'tcp6'), TCP6)]);
    const owners = new LinuxOwners({ netlink: null, procFolder: home.in('net'), isWsl });
    return async (port) => owners.ownerOf(between(['127.0.0.1', port], daemon));
  }

  test('say that what its owner has closed is nobody’s, and not root’s', async () => {
    await using home = await Home.make();
    const ownerOf = await ownersOf(home, false);
    expect(await ownerOf(0xd431)).toEqual({ kind: 'user', uid: 1000 });
    expect(await ownerOf(0xd432)).toEqual({ kind: 'gone' });
    expect(await ownerOf(0xd433)).toEqual({ kind: 'gone' });
  });

  test('[practice-environment 2.4 wsl2] without the other end mean nobody, but under Windows a program of Windows while the connection lasts', async () => {
    await using plain = await Home.make();
    await using windows = await Home.make();
    const [onLinux, onWsl] = [await ownersOf(plain, false), await ownersOf(windows, true)];
    expect((await onLinux(0xd439)).kind).toBe('gone');
    expect((await onWsl(0xd439)).kind).toBe('unknown');
    for (const port of [0xd432, 0xd433, 0xd43a]) expect([port, (await onWsl(port)).kind]).toEqual([port, 'gone']);
  });

  test('cannot tell where there are none', async () => {
    const owners = new LinuxOwners({ netlink: null, procFolder: '/nowhere' });
    expect((await owners.ownerOf(between(['127.0.0.1', 1], daemon))).kind).toBe('unknown');
  });
});

/** As `lsof -nP -w -a -u 501 -iTCP:52814 -FTn` prints it: a browser, and the daemon itself. */
const LSOF = `p812
f27
n127.0.0.1:52814->127.0.0.1:3100
TST=ESTABLISHED
TQR=0
TQS=0
p2244
f19
n127.0.0.1:3100->127.0.0.1:52814
TST=ESTABLISHED
TQR=0
TQS=0
f23
n[::1]:52815->[::1]:3100
TST=ESTABLISHED
`;

describe('whose the other end of a connection is, on macOS', () => {
  const ours = between(['127.0.0.1', 52814], ['127.0.0.1', 3100]);

  test('is read from what lsof lists of this user: the other end, and not our own', () => {
    expect(listsEnd(LSOF, ours)).toBe(true);
    expect(listsEnd(LSOF, between(['::1', 52815], ['::1', 3100]))).toBe(true);
    expect(listsEnd(LSOF, between(['127.0.0.1', 5281], ['127.0.0.1', 3100]))).toBe(false);
    expect(listsEnd(LSOF.replace('n127.0.0.1:52814->', 'n127.0.0.1:52813->'), ours)).toBe(false);
    expect(listsEnd('', ours)).toBe(false);
  });

  test('is nobody where lsof lists none or hangs, and cannot be told where there is no lsof', async () => {
    const answer = (facts: Partial<CommandResult>) => async () => ({ stdout: '', ...facts }) as CommandResult;
    const ownerBy = (facts: Partial<CommandResult>) => new MacOwners(501, answer(facts)).ownerOf(ours);
    expect(await ownerBy({ stdout: LSOF, exitCode: 0 })).toEqual({ kind: 'user', uid: 501 });
    expect(await ownerBy({ exitCode: 1 })).toEqual({ kind: 'gone' });
    expect(await ownerBy({ exitCode: null, timedOut: true })).toEqual({ kind: 'gone' });
    expect((await ownerBy({ exitCode: null, failure: 'not_found' })).kind).toBe('unknown');
  });
});

describe('a connection', () => {
  const owned = (owner: Owner | Promise<Owner>) => ({ ownerOf: vi.fn(() => owner), close() {} });

  test('of this user or of root is let in, and no other; a daemon of root lets in root alone', async () => {
    using pair = await connected('127.0.0.1');
    const admits = (uid: number, owner: Owner) =>
      new Peers({ uid, owners: owned(owner) }).require(pair.peer).then(
        () => true,
        ({ code }) => code,
      );
    const user = (uid: number): Owner => ({ kind: 'user', uid });
    for (const uid of [1000, 0]) expect([uid, await admits(1000, user(uid))]).toEqual([uid, true]);
    for (const uid of [1001, 65534]) expect([uid, await admits(1000, user(uid))]).toEqual([uid, 'user_forbidden']);
    expect([await admits(0, user(0)), await admits(0, user(1000))]).toEqual([true, 'user_forbidden']);
    expect(await admits(1000, { kind: 'gone' })).toBe('user_forbidden');
    expect(await admits(0, { kind: 'gone' })).toBe('user_forbidden');
  });

  test('[practice-environment 2.4 wsl2] whose owner nobody can tell is let in, which the log says once', async () => {
    await using home = await Home.make();
    const log = createLog({ level: 'silent', json: true, directory: home.in('logs') });
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
    const peers = new Peers({ log, uid: 1000, owners: owned({ kind: 'unknown', why: 'it is dark' }) });
    for (const _time of [1, 2]) {
      using pair = await connected('127.0.0.1');
      await peers.require(pair.peer);
    }
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0]?.[0]).toContain(
      'cannot tell which user of this machine a connection is from: it is dark',
    );
  });

  test('is asked about once, and its requests wait for the answer in their order', async () => {
    let answer = (_owner: Owner) => {};
    const owners = owned(new Promise<Owner>((resolve) => (answer = resolve)));
    const app = express();
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const peers = new Peers({ uid: 1000, owners });
    app.use(createAccessControl(new Guard({ port, token: 'x', origins: new Set(), peers, hasPass: () => false })));
    const served: string[] = [];
    app.use((request, response) => {
      served.push(request.path);
      response.end(request.path);
    });
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (data) => (text += data));
    const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
    for (const path of ['/one', '/two', '/three']) ask(path);
    await waitUntil('it asks', () => owners.ownerOf.mock.calls.length > 0);
    expect([served, text]).toEqual([[], '']);
    answer({ kind: 'user', uid: 1000 });
    await waitUntil('the third answer', () => text.includes('/three'));
    ask('/four');
    await waitUntil('the fourth answer', () => served.length === 4);
    expect(served).toEqual(['/one', '/two', '/three', '/four']);
    expect(owners.ownerOf).toHaveBeenCalledOnce();
    socket.destroy();
    server.close();
  });
});

describe('a daemon that has only /proc to ask', () => {
  test('opens its terminals, and what a page sends with its upgrade is not lost', async () => {
    vi.spyOn(Netlink, 'open').mockReturnValue(undefined);
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    terminal.type('echo sum $((40 + 2))\r');
    await terminal.shows('sum 42');
  });

  test.skipIf(whyNoOtherUsers() !== undefined)('refuses another user all the same', async () => {
    vi.spyOn(Netlink, 'open').mockReturnValue(undefined);
    await using daemon = await TestDaemon.open();
    const { wsUrl } = await daemon.start();
    const { token } = JSON.parse(await daemon.home.read('.af-practice-server.json'));
    const { port } = daemon.daemon;
    const attempts = everyWayIn({ port, token, ticketPath: wsUrl.slice(wsUrl.indexOf('/terminal')) });
    const outcomes = await attack(NOBODY, port, attempts);
    expect(outcomes.flatMap(({ statuses }) => statuses).filter((status) => status !== 403)).toEqual([]);
    expect(outcomes.flatMap(({ statuses }) => statuses).length).toBeGreaterThan(50);
  });
});
