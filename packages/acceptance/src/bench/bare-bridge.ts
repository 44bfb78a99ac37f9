// The smallest WebSocket bridge to `tmux attach`, as a yardstick: no access control, no flow
// control, no frames of its own. Takes the name of a tmux socket, prints its port, and ends with
// its standard input.
import type { AddressInfo } from 'node:net';
import { type RawData, WebSocketServer } from 'ws';
import { attachClient } from './lines/native.js';

const [socket = ''] = process.argv.slice(2);
const env = process.env as Record<string, string>;
const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });

server.on('connection', (browser, request) => {
  const terminal = attachClient({ socket, env }, (request.url ?? '').slice(1));
  terminal.onData((data) => browser.send(data));
  browser.on('message', (data: RawData) => terminal.write(data as unknown as string));
  browser.on('close', () => terminal.kill());
});
server.on('listening', () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().on('end', () => process.exit());
