import type { ServerResponse } from 'node:http';

/** A request to the API, read to its end. */
export interface ModelRequest {
  method: string;
  /** Without the query. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: unknown;
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
