import { createServer } from 'node:http';

/** Holds a port as some other program would. If one does already, so much the better. */
export async function listenIfFree(port: number): Promise<AsyncDisposable> {
  const server = createServer((_, response) => response.end('something else'));
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  return {
    async [Symbol.asyncDispose]() {
      if (listening) await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
