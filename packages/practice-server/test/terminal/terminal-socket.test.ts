import type { IncomingMessage } from 'node:http';
import { CLOSE_CODES, type CloseName, type SessionId } from '@agent-factory/protocol';
import { describe, expect, test, vi } from 'vitest';
import type { Caller } from '../../src/access/guard.js';
import { terminalSocket } from '../../src/terminal/terminal-socket.js';
import type { Terminals } from '../../src/terminal/terminals.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { paneSize } from '../fixtures/pane-size.js';
import { withResolvers } from '../fixtures/with-resolvers.js';
import { FakeSocket, heard } from './support/fakes.js';

const ID = 'af-first-steps' as SessionId;
const SITE = { kind: 'site' } as unknown as Caller;
const INVALID = {
  code: 'ticket_invalid',
  message: 'The ticket of this session is no longer valid. Start the exercise again.',
};
const GONE = { code: 'session_not_found', message: 'The session has ended. Start the exercise again.' };

type Admitted = 'yes' | 'wrong_ticket' | 'no_session';

function begin(address: string, admitted: Admitted, served: () => Promise<unknown> = () => Promise.resolve()) {
  const terminals = { connect: vi.fn(served) };
  const admits = vi.fn(async () => admitted);
  const socket = new FakeSocket();
  const calls: string[] = [];
  socket.pause = () => calls.push('paused');
  socket.resume = () => calls.push('resumed');
  const { path, connect } = terminalSocket({ terminals: terminals as unknown as Terminals, admits });
  const connecting = connect(socket.asSocket, { url: address } as IncomingMessage, SITE);
  return { path, terminals, admits, socket, calls, connecting };
}

/** What becomes of a connection to this address. */
async function connect(address: string, admitted: Admitted = 'yes') {
  const { connecting, ...more } = begin(address, admitted);
  await connecting;
  return more;
}

describe('the address of a terminal', () => {
  test('is that of a session with its ticket', async () => {
    const { path, terminals, admits, socket, calls } = await connect(`/terminal/${ID}?ticket=abc`);
    expect(path).toBe('/terminal/');
    expect(admits.mock.calls).toEqual([[ID, 'abc']]);
    expect(terminals.connect.mock.calls).toEqual([[ID, socket, undefined]]);
    expect(calls).toEqual(['paused', 'resumed']);
  });

  test('reads nothing before somebody listens', async () => {
    const { promise, resolve } = withResolvers();
    const { calls, connecting } = begin(`/terminal/${ID}?ticket=abc`, 'yes', () => promise);
    await heard();
    expect(calls).toEqual(['paused']);
    resolve(undefined);
    await connecting;
    expect(calls).toEqual(['paused', 'resumed']);
  });

  test('may name the size of the terminal', async () => {
    const { terminals, socket } = await connect(`/terminal/${ID}?ticket=abc&cols=91&rows=33`);
    expect(terminals.connect.mock.calls).toEqual([[ID, socket, { cols: 91, rows: 33 }]]);
  });

  test.each([
    ['cols=91'],
    ['rows=33'],
    ['cols=&rows='],
    ['cols=0&rows=33'],
    ['cols=91&rows=1e9'],
    ['cols=ninety&rows=33'],
    ['cols=9.5&rows=33'],
    ['cols=91&cols=92&rows=33'],
    ['cols=0x5b&rows=33'],
    ['cols=%2091&rows=33'],
    ['cols=-91&rows=33'],
    ['cols[]=91&rows=33'],
  ])('that names a size which none has is refused: %s', async (size) => {
    const { terminals, socket, calls } = await connect(`/terminal/${ID}?ticket=abc&${size}`);
    expect(terminals.connect).not.toHaveBeenCalled();
    const message = 'The address names a size, but cols and rows are not those of a terminal.';
    expect(socket.frames).toEqual([{ type: 'error', code: 'invalid_frame', message }]);
    expect(socket.closed).toBe(CLOSE_CODES.protocol_error.code);
    expect(calls).toEqual(['paused', 'resumed']);
  });

  test.each(['wrong_ticket', 'no_session'] as const)(
    'says nothing of a session to whom it names no size: %s',
    async (admitted) => {
      const { socket } = await connect(`/terminal/${ID}?ticket=x&cols=0`, admitted);
      expect(socket.frames).toMatchObject([{ code: 'invalid_frame' }]);
    },
  );

  test('is refused where its ticket is wrong, whatever size it names', async () => {
    const { terminals, socket } = await connect(`/terminal/${ID}?ticket=x&cols=91&rows=33`, 'wrong_ticket');
    expect(terminals.connect).not.toHaveBeenCalled();
    expect(socket.frames).toMatchObject([{ code: 'ticket_invalid' }]);
  });

  test.each([
    ['has none', `/terminal/${ID}`, 'wrong_ticket', INVALID],
    ['has a wrong one', `/terminal/${ID}?ticket=x`, 'wrong_ticket', INVALID],
    ['is of a session that is gone', `/terminal/${ID}?ticket=x`, 'no_session', GONE],
  ] as const)('is refused where its ticket %s', async (_, address, admitted, { code, message }) => {
    const { terminals, admits, socket, calls } = await connect(address, admitted);
    expect(admits.mock.calls).toEqual([[ID, address.includes('ticket') ? 'x' : '']]);
    expect(terminals.connect).not.toHaveBeenCalled();
    expect(socket.frames).toEqual([{ type: 'error', code, message }]);
    expect(socket.closed).toBe(CLOSE_CODES[code as CloseName].code);
    expect(calls).toEqual(['paused', 'resumed']);
  });

  test.each([undefined, '/', '/terminal/', '/terminal/..%2f', '/terminal/nothing'])(
    'is refused where it names no session: %s',
    async (address) => {
      const { admits, socket } = await connect(address as string);
      expect(admits).not.toHaveBeenCalled();
      expect(socket.frames).toMatchObject([{ code: 'session_not_found' }]);
    },
  );
});

describe('a page that names its size in the address', () => {
  test('is attached at it before it has said anything, and may say another later', async () => {
    await using daemon = await TestDaemon.open();
    const { wsUrl } = await daemon.start();
    const page = daemon.connect(`${wsUrl}&cols=91&rows=33`, { size: null });
    expect(await page.frame('attached')).toEqual({ type: 'attached', role: 'writer', cols: 91, rows: 33 });
    page.type('stty size\r');
    await page.shows('33 91');
    page.send({ type: 'resize', cols: 70, rows: 20 });
    await paneSize(daemon, '70x20');
  });

  test('is told where it names none that a terminal has', async () => {
    await using daemon = await TestDaemon.open();
    const { wsUrl } = await daemon.start();
    const page = daemon.connect(`${wsUrl}&cols=91`, { size: null });
    expect(await page.frame('error')).toMatchObject({ code: 'invalid_frame' });
  });
});
