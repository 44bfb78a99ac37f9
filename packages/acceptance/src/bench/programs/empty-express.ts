// The smallest server with the library that ours has, as a yardstick for its answers. Prints its port, and ends with
// its standard input.
import type { AddressInfo } from 'node:net';
import express from 'express';

const app = express();
app.get('/', (_request, response) => {
  response.json({ healthy: true });
});
const server = app.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().on('end', () => process.exit());
