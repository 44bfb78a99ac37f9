import type { ServerResponse } from 'node:http';

/** Every error of this API, with its HTTP status. */
const API_ERRORS = {
  unauthorized: 401,
  host_forbidden: 403,
  origin_forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  result_unexpected: 409,
  body_too_large: 413,
  not_json_type: 415,
  body_invalid: 422,
  internal: 500,
} as const;

export type ApiErrorCode = keyof typeof API_ERRORS;

/** What a request is answered that cannot be served: `message` says what to do instead. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;

  constructor(code: ApiErrorCode, message: string) {
    super(message);
    this.code = code;
  }

  get status(): number {
    return API_ERRORS[this.code];
  }

  get body(): string {
    return JSON.stringify({ error: this.code, message: this.message });
  }
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  response.writeHead(status, headers).end(JSON.stringify(value));
}

/** Answers with an error. Where a part of an answer is out already, the connection ends. */
export function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const known = error instanceof ApiError ? error : new ApiError('internal', 'The loop could not answer this request.');
  // What is left of a body that was refused is not read: the connection cannot serve another request.
  response.setHeader('connection', 'close');
  sendJson(response, JSON.parse(known.body), known.status);
}
