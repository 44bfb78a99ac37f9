// @vitest-environment happy-dom
import { AttachAddon } from '@xterm/addon-attach';
import { Terminal } from '@xterm/xterm';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TerminalConnection } from '../../src/client/terminal/terminal-connection.js';
import { SocketFacade } from '../../src/terminal/facade.js';
import { stateOf } from '../support/states.js';
import { installWebSocket, TerminalDaemon } from '../support/terminal-daemon.js';

const closing: (() => void)[] = [];

beforeAll(installWebSocket);
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function openTerminal(daemon: TerminalDaemon) {
  const connection = new TerminalConnection({ url: daemon.url });
  const terminal = new Terminal({ cols: 40, rows: 5, allowProposedApi: true });
  const undelivered = vi.fn();
  const facade = new SocketFacade(connection, terminal, undelivered);
  terminal.loadAddon(new AttachAddon(facade as unknown as WebSocket));
  closing.push(() => {
    connection.close();
    facade.dispose();
    terminal.dispose();
  });
  connection.open({ cols: 40, rows: 5 });
  const peer = await daemon.peer();
  peer.send({ type: 'attached', role: 'writer', cols: 80, rows: 24 });
  await stateOf(connection, 'attached');
  return { connection, terminal, peer, undelivered, facade };
}

function line(terminal: Terminal, row: number): string {
  return terminal.buffer.active.getLine(row)?.translateToString(true) ?? '';
}

describe("the socket xterm's attach add-on is given", () => {
  it('shows output and acknowledges it when it is on the screen', async () => {
    await using daemon = await TerminalDaemon.start();
    const { terminal, peer, facade } = await openTerminal(daemon);
    peer.print('hello 👋');
    expect(await peer.frame('ack')).toEqual({ type: 'ack', bytes: 10 });
    expect(line(terminal, 0)).toBe('hello 👋');
    expect(facade.drawnBytes).toBe(10);
  });

  it('[practice-environment 3.2 output] never shows control frames', async () => {
    await using daemon = await TerminalDaemon.start();
    const { terminal, peer } = await openTerminal(daemon);
    peer.send({ type: 'pong' });
    peer.socket.send('not a frame');
    peer.print('$');
    await peer.frame('ack');
    expect(line(terminal, 0)).toBe('$');
  });

  it('[practice-environment 3.2 input] sends keys, pastes and binary mouse reports as bytes', async () => {
    await using daemon = await TerminalDaemon.start();
    const { terminal, peer, facade } = await openTerminal(daemon);
    terminal.input('é👋');
    facade.send(new Uint8Array([0x1b, 0xff]));
    expect(await peer.typed(8)).toEqual(Buffer.concat([Buffer.from('é👋'), Buffer.from([0x1b, 0xff])]));
  });

  it('[practice-environment 2.2 reconnect] clears what the old connection left before the redraw, half a sequence included', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, terminal, peer, facade } = await openTerminal(daemon);
    peer.print('old\r\nscreen\x1b[31m\x1b]0;half a title');
    await peer.frame('ack');
    peer.socket.terminate();
    await stateOf(connection, 'reconnecting');
    expect(line(terminal, 0)).toBe('old');
    connection.retry();
    const next = await daemon.peer();
    next.send({ type: 'attached', role: 'writer', cols: 80, rows: 24 });
    next.print('new');
    expect(await next.frame('ack')).toEqual({ type: 'ack', bytes: 3 });
    expect([line(terminal, 0), line(terminal, 1)]).toEqual(['new', '']);
    expect(facade.drawnBytes).toBe(3);
    expect(terminal.buffer.active.getLine(0)?.getCell(0)?.isFgDefault()).toBe(true);
  });

  it('says that keys were not delivered, and does not throw, while nobody is connected', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, terminal, undelivered, facade } = await openTerminal(daemon);
    connection.close();
    facade.send('\x1b[I');
    expect(undelivered).not.toHaveBeenCalled();
    terminal.input('ls');
    expect(undelivered).toHaveBeenCalledOnce();
  });

  it("does not take the terminal's own answers for something the student typed", async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, terminal, undelivered } = await openTerminal(daemon);
    connection.close();
    const answers: string[] = [];
    terminal.onData((data) => answers.push(data));
    const questions = ['[c', '[>c', '[5n', '[6n', '[?6n', '[?2026$p', '[4$p', 'P$qm\x1b\\'];
    await new Promise<void>((resolve) => terminal.write(questions.map((each) => `\x1b${each}`).join(''), resolve));
    expect(answers).toHaveLength(questions.length);
    expect(undelivered).not.toHaveBeenCalled();
    for (const key of ['\x1b', '\x1b[A', '\x1bOP', '\x1b[15~', '\x1b[1;5C', '\x1b[Z', '\x1bc', '\x1b]', 'n', '\r'])
      terminal.input(key);
    expect(undelivered).toHaveBeenCalledTimes(10);
  });

  it('passes nothing on once disposed', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, terminal, peer, facade } = await openTerminal(daemon);
    facade.dispose();
    const arrived = new Promise((resolve) => connection.output.on(resolve));
    peer.print('late');
    await arrived;
    await new Promise<void>((resolve) => terminal.write('', resolve));
    expect(line(terminal, 0)).toBe('');
  });
});
