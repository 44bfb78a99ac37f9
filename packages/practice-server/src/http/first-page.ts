import type { IncomingMessage, Server } from 'node:http';

/** Whether a page (that is, a request with an Origin) calls within this many milliseconds. */
export function seesPage(servers: readonly Server[], timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle(false), timeoutMs);
    const handleRequest = (request: IncomingMessage): void => {
      if (request.headers.origin !== undefined) settle(true);
    };
    const settle = (seen: boolean): void => {
      clearTimeout(timer);
      for (const server of servers) server.off('request', handleRequest);
      resolve(seen);
    };
    for (const server of servers) server.on('request', handleRequest);
  });
}
