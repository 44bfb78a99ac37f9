import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { SessionId } from '@agent-factory/protocol';
import { expect, test, vi } from 'vitest';
import { serverOn } from '../../src/tmux/servers/server-process.js';
import { SessionServers } from '../../src/tmux/servers/session-servers.js';
import type { Sockets } from '../../src/tmux/servers/sockets.js';

vi.mock('../../src/tmux/servers/server-process.js', async (original) => ({
  ...(await original<object>()),
  serverOn: vi.fn(),
}));

const ID = 'af-first-steps' as SessionId;

/** A session whose socket nobody listens at, and that tmux does not answer for. */
function silentServers() {
  const cleared = vi.fn();
  const sockets = {
    probe: async () => 'refused',
    of: () => ({ args: [], path: '/x', mark: '/x' }),
    clear: async () => cleared(),
  } as unknown as Sockets;
  const silent = { exitCode: null, stdout: '', stderr: '' };
  return { cleared, servers: new SessionServers(sockets, (async () => silent) as never) };
}

/** A process in the place of a tmux server, once it has said so. */
async function running(script: string) {
  const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  return { pid: child.pid, [Symbol.dispose]: () => void child.kill('SIGKILL') };
}

test('[practice-environment 2.2 server-crash] a session whose process could not be looked for is not known to be gone, and not ended', async () => {
  vi.mocked(serverOn).mockRejectedValue(Object.assign(new Error('too many open files'), { code: 'EMFILE' }));
  const { servers, cleared } = silentServers();
  expect(await servers.state(ID)).toBe('unknown');
  await expect(servers.end(ID)).rejects.toMatchObject({ code: 'session_failed' });
  expect(cleared).not.toHaveBeenCalled();
});

test('one that has no process is gone', async () => {
  vi.mocked(serverOn).mockResolvedValue(undefined);
  const { servers } = silentServers();
  expect(await servers.state(ID)).toBe('gone');
});

test('[practice-environment 2.2 server-crash] one whose process ends instead of listening again is gone', async () => {
  // As a server that is about to end: no longer listening, not yet gone.
  using server = await running('echo ready; exec sleep 60');
  vi.mocked(serverOn).mockResolvedValueOnce(server.pid).mockResolvedValue(undefined);
  const { servers } = silentServers();
  expect(await servers.state(ID)).toBe('gone');
});

test('[practice-environment 2.2 server-crash] one whose process ends is not gone where another is there, or listens by then', async () => {
  using client = await running('echo ready; exec sleep 60');
  using server = await running('trap "" USR1; echo ready; exec sleep 60');
  vi.mocked(serverOn).mockResolvedValueOnce(client.pid).mockResolvedValue(server.pid);
  const { servers } = silentServers();
  expect(await servers.state(ID)).toBe('unknown');
  using other = await running('echo ready; exec sleep 60');
  vi.mocked(serverOn).mockResolvedValueOnce(other.pid);
  const probe = vi
    .fn()
    .mockResolvedValue('listening')
    .mockResolvedValueOnce('refused')
    .mockResolvedValueOnce('refused');
  const sockets = { probe, of: () => ({ args: [], path: '/x', mark: '/x' }) } as unknown as Sockets;
  expect(await new SessionServers(sockets, vi.fn() as never).reach(ID)).toBe('listening');
});

test('[practice-environment 2.2 server-crash] one whose process goes on without listening is not known to be gone', async () => {
  using server = await running('trap "" USR1; echo ready; exec sleep 60');
  vi.mocked(serverOn).mockResolvedValue(server.pid);
  const { servers } = silentServers();
  expect(await servers.state(ID)).toBe('unknown');
});

test('[practice-environment 2.2 server-crash] one that listens again after a while is alive', async () => {
  using server = await running('trap "" USR1; echo ready; exec sleep 60');
  vi.mocked(serverOn).mockResolvedValue(server.pid);
  const probe = vi.fn().mockResolvedValue('listening');
  for (const _look of [1, 2, 3, 4]) probe.mockResolvedValueOnce('refused');
  const sockets = { probe, of: () => ({ args: [], path: '/x', mark: '/x' }) } as unknown as Sockets;
  const answering = { exitCode: 0, stdout: `${ID} 0\n`, stderr: '' };
  expect(await new SessionServers(sockets, (async () => answering) as never).state(ID)).toBe('alive');
});

test('[practice-environment 2.2 server-crash] one whose socket could not be looked at is not looked for by its process', async () => {
  vi.mocked(serverOn).mockReset();
  const servers = new SessionServers({ probe: async () => 'unknown' } as unknown as Sockets, vi.fn() as never);
  expect([await servers.state(ID), vi.mocked(serverOn).mock.calls]).toEqual(['unknown', []]);
});

test('[practice-environment 2.2 server-crash] one that tmux has an error for is gone only where its socket could be looked at', async () => {
  for (const [found, state] of [
    ['unknown', 'unknown'],
    ['listening', 'gone'],
    ['gone', 'gone'],
  ] as const) {
    const probe = vi.fn().mockResolvedValueOnce('listening').mockResolvedValueOnce(found);
    const refusing = { exitCode: 1, stdout: '', stderr: 'no such session' };
    const servers = new SessionServers({ probe } as unknown as Sockets, (async () => refusing) as never);
    expect(await servers.state(ID)).toBe(state);
  }
});
