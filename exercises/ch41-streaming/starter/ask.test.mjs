// Your own tests of ask.mjs: node --test ask.test.mjs. They use the model's
// server, and take a few seconds.
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
  const server = createServer((_request, response) => {
    response.writeHead(status).end(body);
  });
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
  const onText = (piece) => pieces.push(piece);
  const { reason, text, calls } = await ask(model.url, 'the sea?', { onText });
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
  const early =
    'event: text\ndata: {"text": "Let me"}\n\n' +
    'event: call\ndata: {"index": 0, "id": "a", "name": "pay"}\n\n';
  const answer = await askAbout(200, early);
  assert.deepEqual(answer, { reason: 'cut', text: 'Let me', calls: [] });
});

test('follows an answer to an error', async () => {
  const error = 'event: error\ndata: {"message": "overloaded"}\n\n';
  await assert.rejects(askAbout(200, error), /overloaded/);
  const text = 'come back later';
  await assert.rejects(askAbout(503, text), /503.*come back later/s);
});

test('stops in the middle when told to', async () => {
  const stop = new AbortController();
  const pieces = [];
  const onText = (piece) => {
    pieces.push(piece);
    if (pieces.length === 3) stop.abort();
  };
  const { signal } = stop;
  const answer = await ask(model.url, 'the sea?', { signal, onText });
  const text = 'The sea covers ';
  assert.deepEqual(answer, { reason: 'cancelled', text, calls: [] });
  assert.equal(pieces.length, 3, 'onText is not called again');
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(gone, 1, 'the server has noticed');
});

test('stops before it has begun', async () => {
  const signal = AbortSignal.abort();
  const answer = await ask(model.url, 'the sea?', { signal });
  assert.deepEqual(answer, { reason: 'cancelled', text: '', calls: [] });
});
