// An agent's side of the conversation: starts main.mjs, and shows what is said.
// Finished: you need not change this file.
//
//     node client.mjs                                     a whole conversation
//     node client.mjs add_note '{"title": "Tea"}'         calls one tool
//
// -> is what the client says, <- what your server says.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const [tool, given = '{}'] = process.argv.slice(2);
const main = fileURLToPath(new URL('main.mjs', import.meta.url));
const stdio = ['pipe', 'pipe', 'inherit'];
const server = spawn(process.execPath, [main], { stdio });
server.stdin.on('error', () => {}); // It has ended; that is said below.
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
let lastId = 0;

function say(message) {
  console.log('->', JSON.stringify(message));
  server.stdin.write(`${JSON.stringify(message)}\n`);
}

async function ask(method, params) {
  lastId += 1;
  say({ jsonrpc: '2.0', id: lastId, method, params });
  const { value, done } = await lines.next();
  if (done) throw new Error('The server has ended without an answer.');
  console.log('<-', value);
}

const call = (name, args) => ask('tools/call', { name, arguments: args });

try {
  await ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'a small client', version: '1.0.0' },
  });
  say({ jsonrpc: '2.0', method: 'notifications/initialized' });
  if (tool) {
    await call(tool, JSON.parse(given));
  } else {
    await ask('tools/list');
    const text = 'Green, 80 °C\nand three minutes';
    await call('add_note', { title: 'Tea', text, stars: 5 });
    await call('find_notes', { word: 'green' });
    await call('add_note', { name: 'Tea' });
    await call('remove_note', { id: 9 });
    await call('make_tea', {});
  }
} catch (problem) {
  console.error(problem.message);
  process.exitCode = 1;
} finally {
  server.stdin.end();
  if (server.exitCode === null) await once(server, 'exit');
}
