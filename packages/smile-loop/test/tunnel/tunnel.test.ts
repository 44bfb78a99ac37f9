import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { MAX_MESSAGE_BYTES, MAX_STREAMS, WINDOW_BYTES } from '../../src/tunnel/limits.js';
import { openTunnel, readAll, startServer, until } from './support.js';

const echo = (socket: Socket): void => void socket.pipe(socket);
const MEGABYTE = 1024 * 1024;

describe('a tunnel', () => {
  it('carries messages both ways, in order', async () => {
    await using server = await startServer(echo);
    await using tunnel = await openTunnel(server.port);
    for (let at = 0; at < 100; at += 1) tunnel.host.send({ at });
    tunnel.container.send({ hello: 'wörld' });
    await until(() => tunnel.atContainer.length === 100 && tunnel.atHost.length === 1);
    expect(tunnel.atContainer.at(-1)).toEqual({ at: 99 });
    expect(tunnel.atHost).toEqual([{ hello: 'wörld' }]);
  });

  it.each(['127.0.0.1', '::1'])('carries a connection to %s byte by byte, and its end', async (address) => {
    await using server = await startServer(echo);
    await using tunnel = await openTunnel(server.port);
    const socket = connect({ host: address, port: tunnel.container.port, allowHalfOpen: true });
    const sent = Buffer.from(Array.from({ length: 3 * MEGABYTE }, (_, at) => (at * 31 + (at >> 8)) & 0xff));
    socket.end(sent);
    expect((await readAll(socket)).equals(sent)).toBe(true);
    await until(() => tunnel.host.streams === 0 && tunnel.container.streams === 0);
    expect(tunnel.host.bufferedBytes).toBe(0);
  });

  it('carries HTTP with kept connections', async () => {
    const http = createHttpServer((request, response) => response.end(`you asked ${request.url}`));
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    try {
      await using tunnel = await openTunnel((http.address() as AddressInfo).port);
      const ask = async (at: number) => (await fetch(`http://127.0.0.1:${tunnel.container.port}/${at}`)).text();
      expect(await Promise.all(Array.from({ length: 40 }, (_, at) => ask(at)))).toEqual(
        Array.from({ length: 40 }, (_, at) => `you asked /${at}`),
      );
    } finally {
      http.closeAllConnections();
      http.close();
    }
  });

  it('lets one side go on after the other has ended', async () => {
    await using server = await startServer((socket) => {
      socket.on('end', () => socket.end('said after your end')).resume();
    });
    await using tunnel = await openTunnel(server.port);
    const socket = connect({ host: '127.0.0.1', port: tunnel.container.port, allowHalfOpen: true });
    socket.end('question');
    expect((await readAll(socket)).toString()).toBe('said after your end');
  });

  it('passes a broken connection on as broken, not as ended', async () => {
    await using server = await startServer((socket) => {
      socket.write('half', () => socket.resetAndDestroy());
    });
    await using tunnel = await openTunnel(server.port);
    const socket = connect(tunnel.container.port, '127.0.0.1');
    await expect(readAll(socket)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await until(() => tunnel.host.streams === 0 && tunnel.container.streams === 0);
  });

  it('breaks the connection if the server is not there', async () => {
    const server = await startServer(echo);
    await server[Symbol.asyncDispose]();
    await using tunnel = await openTunnel(server.port);
    const socket = connect(tunnel.container.port, '127.0.0.1');
    await expect(readAll(socket)).rejects.toMatchObject({ code: 'ECONNRESET' });
    tunnel.host.send('still here');
    await until(() => tunnel.atContainer.length === 1);
  });

  it('holds no more than its windows for a stream that is not read, and the others flow', async () => {
    const stuck: Socket[] = [];
    await using server = await startServer((socket) => {
      socket.once('data', (first) => {
        if (first.toString().startsWith('stuck')) stuck.push(socket.pause());
        else {
          socket.unshift(first);
          socket.pipe(socket);
        }
      });
    });
    await using tunnel = await openTunnel(server.port);
    const slow = connect(tunnel.container.port, '127.0.0.1');
    slow.write('stuck');
    await until(() => stuck.length === 1);
    slow.write(Buffer.alloc(40 * MEGABYTE));
    const fast = connect({ host: '127.0.0.1', port: tunnel.container.port, allowHalfOpen: true });
    fast.write('go');
    await until(() => tunnel.host.streams === 2);
    fast.end(Buffer.alloc(8 * MEGABYTE, 1));
    let most = 0;
    const measure = setInterval(() => {
      most = Math.max(most, tunnel.host.bufferedBytes, tunnel.container.bufferedBytes);
    }, 1);
    expect(await readAll(fast)).toHaveLength(8 * MEGABYTE + 'go'.length);
    clearInterval(measure);
    expect(most).toBeGreaterThan(0);
    // Two streams at each end, of which each may have a window and what Node reads ahead, in both directions.
    expect(most).toBeLessThan(2 * 2 * WINDOW_BYTES + MEGABYTE / 2);
    expect(slow.writableLength).toBeGreaterThan(20 * MEGABYTE);

    let got = 0;
    stuck[0]?.on('data', (chunk) => {
      got += chunk.length;
    });
    stuck[0]?.resume();
    await until(() => got === 40 * MEGABYTE);
    slow.destroy();
  });

  it('refuses what is beyond its streams, and takes others when some are closed', async () => {
    let held = 0;
    await using server = await startServer((socket) => {
      held += 1;
      socket.on('end', () => socket.end()).resume();
    });
    await using tunnel = await openTunnel(server.port);
    const dial = () =>
      connect(tunnel.container.port, '127.0.0.1')
        .on('error', () => undefined)
        .resume();
    const first = Array.from({ length: MAX_STREAMS }, dial);
    await until(() => held === MAX_STREAMS);
    const refused = dial();
    await new Promise((resolve) => refused.once('close', resolve));
    expect(tunnel.container.streams).toBe(MAX_STREAMS);

    first[0]?.destroy();
    await until(() => tunnel.container.streams === MAX_STREAMS - 1 && tunnel.host.streams === MAX_STREAMS - 1);
    const taken = dial();
    await until(() => held === MAX_STREAMS + 1);
    for (const socket of [...first, taken]) socket.destroy();
  });

  it('destroys every socket of both ends when it is closed, streams that never end too', async () => {
    const served: Socket[] = [];
    await using server = await startServer((socket) => served.push(socket.resume()));
    await using tunnel = await openTunnel(server.port);
    const dial = () =>
      connect(tunnel.container.port, '127.0.0.1')
        .on('error', () => undefined)
        .resume();
    const clients = Array.from({ length: 20 }, dial);
    await until(() => served.length === 20);
    tunnel.host.close('enough');
    expect(await tunnel.host.closed).toMatchObject({ reason: 'closed', message: 'enough' });
    expect(await tunnel.container.closed).toMatchObject({ reason: 'closed_by_peer', message: 'enough' });
    await until(() => [...served, ...clients].every((socket) => socket.destroyed));
    expect([tunnel.host.streams, tunnel.container.streams]).toEqual([0, 0]);
    expect(tunnel.host.send('late')).toBe(false);
    const late = connect(tunnel.container.port, '127.0.0.1');
    await expect(once(late, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('tells that the other end is gone', async () => {
    await using server = await startServer(echo);
    await using tunnel = await openTunnel(server.port);
    await until(() => tunnel.host.bufferedBytes === 0);
    tunnel.wires[1].destroy();
    expect((await tunnel.host.closed).reason).toMatch(/^(ended|lost)$/);
    expect((await tunnel.container.closed).reason).toBe('lost');
  });

  it('calls too large a message a bug, and goes on', async () => {
    await using server = await startServer(echo);
    await using tunnel = await openTunnel(server.port);
    expect(() => tunnel.host.send('x'.repeat(MAX_MESSAGE_BYTES))).toThrow(RangeError);
    expect(tunnel.host.send('x')).toBe(true);
  });
});
