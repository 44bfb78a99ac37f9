// Your own tests of ask.mjs: node --test ask.test.mjs. They use the model's server, and take a few seconds.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { ask } from './ask.mjs';
import { startModel } from './model.mjs';

let model;
let gone = 0;
before(async () => {
  model = await startModel({ milliseconds: 2, onGone: () => (gone += 1) });
});
after(() => model?.close());

/** Asks a server that sends these events, and then ends. */
async function askAbout(status, body) {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await ask(`http://127.0.0.1:${server.address().port}/`, 'Hello?');
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test('follows an answer, and gives each piece of text at once', async () => {
  const pieces = [];
  const { reason, text, calls } = await ask(model.url, 'the sea?', { onText: (piece) => pieces.push(piece) });
  assert.equal(reason, 'done');
  assert.match(text, /^The sea covers .* 🌊, .*\nSmørebrød, .* it\.$/);
  assert.equal(pieces.join(''), text);
  assert.ok(pieces.length > 20, 'onText is called for each piece');
  assert.deepEqual(calls, []);
});

test('follows an answer with calls', async () => {
  const { calls } = await ask(model.url, 'The weather in Oslo and in Rome?');
  assert.deepEqual(
    calls.map((call) => call.arguments),
    [{ city: 'Oslo' }, { city: 'Rome' }],
  );
});

test('follows an answer that ends too early', async () => {
  const early = 'event: text\ndata: {"text": "Let me"}\n\nevent: call\ndata: {"index": 0, "id": "a", "name": "pay"}\n\n';
  assert.deepEqual(await askAbout(200, early), { reason: 'cut', text: 'Let me', calls: [] });
});

test('follows an answer to an error', async () => {
  await assert.rejects(askAbout(200, 'event: error\ndata: {"message": "overloaded"}\n\n'), /overloaded/);
  await assert.rejects(askAbout(503, 'come back later'), /503.*come back later/s);
});

test('stops in the middle when told to', async () => {
  const stop = new AbortController();
  const pieces = [];
  const onText = (piece) => {
    pieces.push(piece);
    if (pieces.length === 3) stop.abort();
  };
  const answer = await ask(model.url, 'the sea?', { signal: stop.signal, onText });
  assert.deepEqual(answer, { reason: 'cancelled', text: 'The sea covers ', calls: [] });
  assert.equal(pieces.length, 3, 'onText is not called again');
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(gone, 1, 'the server has noticed');
});

test('stops before it has begun', async () => {
  const answer = await ask(model.url, 'the sea?', { signal: AbortSignal.abort() });
  assert.deepEqual(answer, { reason: 'cancelled', text: '', calls: [] });
});
