import { createServer } from 'node:http';
import sirv from 'sirv';

/** Both loopback addresses: browsers resolve `localhost` to either. */
const HOSTS = ['127.0.0.1', '::1'];

/**
 * Serves a built site on loopback. Tries the port and the nine after it; resolves to the address and a function
 * that closes the server, or to undefined if no port is free.
 */
export async function serveSite(directory, firstPort) {
  const files = sirv(directory, { etag: true, dev: false });
  const handler = (request, response) => files(request, response, () => notFound(response));
  for (let port = firstPort; port < firstPort + 10; port += 1) {
    const servers = await listenOnAll(port, handler);
    if (servers !== undefined)
      return { url: `http://localhost:${port}`, close: () => servers.forEach((server) => void server.close()) };
  }
  return undefined;
}

async function listenOnAll(port, handler) {
  const servers = [];
  for (const host of HOSTS) {
    const outcome = await listenOn(host, port, handler);
    if (outcome === 'EADDRINUSE') {
      for (const server of servers) server.close();
      return undefined;
    }
    if (typeof outcome !== 'string') servers.push(outcome);
  }
  return servers.length > 0 ? servers : undefined;
}

/** The server, or the code of the error: a machine may have no ::1. */
function listenOn(host, port, handler) {
  return new Promise((resolve) => {
    const server = createServer(handler);
    server.once('error', (error) => resolve(error.code ?? 'unknown'));
    server.listen({ host, port }, () => resolve(server));
  });
}

function notFound(response) {
  response.writeHead(404, { 'Content-Type': 'text/plain' });
  response.end('There is no such page.\n');
}
