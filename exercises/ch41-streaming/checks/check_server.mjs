// A model's server that does what a check says, step by step.
import { once } from 'node:events';
import { createServer } from 'node:http';

export const line = (type, data) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
export const text = (piece) => line('text', { text: piece });
export const DONE = line('done', {});

/**
 * Starts a server on this machine that answers each request with `serve(response, request)`. `requests`
 * has { method, type, body } of each, as far as it has come, and `closed` resolves when the connection
 * of the first answer is closed.
 */
export async function startServer(serve) {
  const requests = [];
  const { promise: closed, resolve: close } = promised();
  const server = createServer(async (request, response) => {
    response.on('close', close);
    let body = '';
    const told = { method: request.method, type: request.headers['content-type'], body };
    requests.push(told);
    try {
      for await (const chunk of request) body += chunk;
      told.body = body;
      await serve(response, request);
    } catch {
      response.destroy(); // The learner's side is gone, or a check has failed and is reported elsewhere.
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}/ask`, requests, closed, stop: () => stop(server) };
}

/** Answers with these events, in one piece, and ends. */
export function events(...lines) {
  return (response) => begin(response).end(lines.join(''));
}

/** The same, and the connection stays open. */
export function eventsThenSilence(...lines) {
  return (response) => begin(response).write(lines.join(''));
}

export function begin(response) {
  return response.writeHead(200, { 'content-type': 'text/event-stream' });
}

async function stop(server) {
  server.close();
  server.closeAllConnections();
}

/** A promise, and what resolves it. */
export function promised() {
  let resolve;
  const promise = new Promise((given) => {
    resolve = given;
  });
  return { promise, resolve };
}
