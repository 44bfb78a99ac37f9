// The smallest WebSocket bridge to `tmux attach`, as a yardstick: no access control, no flow
// control, no frames of its own. The path of a connection is the name or path of a tmux socket and the name of
// a session. Prints its port, and ends with its standard input.
import type { AddressInfo } from 'node:net';
import { type RawData, WebSocketServer } from 'ws';
import { attachClient } from './native.js';

const env = process.env as Record<string, string>;
const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });

server.on('connection', (browser, request) => {
  const [, socket = '', session = ''] = (request.url ?? '').split('/').map(decodeURIComponent);
  const terminal = attachClient({ socket, env }, session);
  terminal.onData((data) => browser.send(data));
  browser.on('message', (data: RawData) => terminal.write(data as unknown as string));
  browser.on('close', () => terminal.kill());
});
server.on('listening', () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().on('end', () => process.exit());
