import type { IncomingMessage } from 'node:http';
import type * as z from 'zod';
import { MAX_RESULT_BYTES } from '../contract/limits.js';
import { ApiError } from './api-error.js';

/** The JSON body of a request. Throws `not_json_type`, `body_too_large` or `body_invalid`. */
export async function readBody<T>(request: IncomingMessage, schema: z.ZodType<T>): Promise<T> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new ApiError('not_json_type', 'Send the body as "Content-Type: application/json".');
  }
  const parsed = schema.safeParse(jsonOf(await bytesOf(request)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ApiError('body_invalid', `The body is not a result: "${issue?.path.join('.')}": ${issue?.message}`);
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_RESULT_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  // Not destroyed when left early: the answer goes over the same socket.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > MAX_RESULT_BYTES) throw tooLarge();
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): ApiError {
  return new ApiError('body_too_large', `A result may have ${MAX_RESULT_BYTES} bytes.`);
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new ApiError('body_invalid', 'The body is no JSON.');
  }
}
