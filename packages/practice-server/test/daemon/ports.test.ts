import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';

/** A foreign program on a port that the system chose. */
async function foreignProgram(host = '127.0.0.1'): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) => void response.end('{}'));
  server.listen(0, host);
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** Ports that were free a moment ago. */
async function freePorts(count: number): Promise<number[]> {
  const programs = await Promise.all(Array.from({ length: count }, () => foreignProgram()));
  for (const { server } of programs) server.close();
  return programs.map(({ port }) => port);
}

describe('a taken port', () => {
  test('[practice-environment 1.5 port-conflict] [practice-environment 5.2 ports] moves the daemon to the next that is free, and health says which', async () => {
    const [first, second] = await Promise.all([foreignProgram(), foreignProgram()]);
    const [free = 0] = await freePorts(1);
    try {
      await using daemon = await TestDaemon.open({ ports: [first.port, second.port, free] });
      expect(daemon.daemon.port).toBe(free);
      expect((await daemon.request('/health')).json.port).toBe(free);
      expect(JSON.parse(await daemon.home.read('.af-practice-server.json')).port).toBe(free);
    } finally {
      first.server.close();
      second.server.close();
    }
  });

  test('[practice-environment 1.5 port-conflict] on the other loopback address counts too', async () => {
    const foreign = await foreignProgram('::1');
    const [free = 0] = await freePorts(1);
    try {
      await using daemon = await TestDaemon.open({ ports: [foreign.port, free] });
      expect(daemon.daemon.port).toBe(free);
    } finally {
      foreign.server.close();
    }
  });

  test('[practice-environment 1.5 port-conflict] of a daemon of another home is passed over', async () => {
    const [one = 0, two = 0] = await freePorts(2);
    await using first = await TestDaemon.open({ ports: [one] });
    await using second = await TestDaemon.open({ ports: [one, two] });
    expect([first.daemon.port, second.daemon.port]).toEqual([one, two]);
  });

  test('[practice-environment 1.5 port-conflict] without any that is free, says so and leaves nothing open', async () => {
    await using home = await Home.make();
    const foreign = await foreignProgram();
    try {
      const opening = TestDaemon.open({ home, ports: [foreign.port], content: home.in('site') });
      await expect(opening).rejects.toThrow('no_port');
    } finally {
      foreign.server.close();
    }
    await expect(home.read('.af-practice-server.json')).rejects.toThrow('ENOENT');
  });

  test('[practice-environment 1.5 port-conflict] of our own healthy daemon ends the start there', async () => {
    await using home = await Home.make();
    await using _first = await TestDaemon.open({ home, content: home.in('site') });
    await expect(TestDaemon.open({ home, content: home.in('site') })).rejects.toThrow('already_running');
  });
});
