import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { PracticeDaemon } from '../src/daemon.js';
import { freePort, listenOnLoopback } from '../src/machine/loopback.js';
import { newStudent } from '../src/student.js';

describe('a port for a test', () => {
  it('is another each time, and none that a system gives away by itself', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, freePort));
    expect(new Set(ports).size).toBe(20);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });

  it('that is taken after all is an error, not a daemon somewhere else', async () => {
    const other = createServer();
    const port = Number(new URL(await listenOnLoopback(other, await freePort())).port);
    await using student = await newStudent({ agents: [] });
    try {
      const starting = PracticeDaemon.start({ student, content: student.home, port });
      await expect(starting).rejects.toThrow(`Port ${port} was taken`);
    } finally {
      other.close();
    }
  });
});
