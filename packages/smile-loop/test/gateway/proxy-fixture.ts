import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { allowedHosts } from '../../src/gateway/proxy/allowed-hosts.js';
import { createProxy, type ProxyOptions } from '../../src/gateway/proxy/proxy.js';

/** A proxy on loopback for which every name leads to this machine. */
export async function startProxy(named: string[], extra: string[], more: Partial<ProxyOptions> = {}) {
  const denied: string[] = [];
  const proxy = createProxy({
    rules: allowedHosts(named, extra, { allowNetwork: false }),
    onDenied: (host, port) => denied.push(`${host}:${port}`),
    resolve: async () => ['127.0.0.1'],
    ...more,
  });
  const server = createServer((incoming, response) => void proxy.handleRequest(incoming, response));
  server.on('connect', (incoming, socket, head) => void proxy.handleConnect(incoming, socket, head));
  server.on('upgrade', (incoming, socket) => proxy.handleUpgrade(incoming, socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ denied, port, proxy },
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface Got {
  readonly status: number;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

export function get(proxyPort: number, path: string, headers = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    request({ port: proxyPort, host: '127.0.0.1', path, headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
    })
      .on('error', reject)
      .end();
  });
}

/** A connection on which these words were said. */
export function speaking(port: number, words: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(words);
  return socket;
}

/** All that comes back to some bytes, until the other end closes. */
export async function speak(port: number, words: string): Promise<string> {
  let text = '';
  for await (const chunk of speaking(port, words)) text += chunk;
  return text;
}
