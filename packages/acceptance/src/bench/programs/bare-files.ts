// The smallest server that sends a file of its folder over a WebSocket, as a yardstick: no access control, no checks,
// nothing kept. What is said to it is JSON; where that is of type `file:open`, it answers with the file. Prints its
// port, and ends with its standard input.
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { type RawData, WebSocketServer } from 'ws';

interface Asked {
  readonly type: string;
  readonly payload: { readonly path: string };
}

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });

server.on('connection', (page) => {
  page.on('message', async (data: RawData) => {
    const { type, payload } = JSON.parse(String(data)) as Asked;
    if (type !== 'file:open') return;
    const content = await readFile(payload.path, 'utf8');
    page.send(JSON.stringify({ type: 'fs:content', payload: { path: payload.path, content } }));
  });
});
server.on('listening', () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().on('end', () => process.exit());
