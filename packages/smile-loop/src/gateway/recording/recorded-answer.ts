import * as z from 'zod';

/** An answer as it is kept: no header of the request, and so no credential, is in it. */
export const recordedAnswerSchema = z.object({
  version: z.literal(1),
  key: z.string().regex(/^[0-9a-f]{64}$/),
  /** Which of the answers to requests with the same key it is, from 1. */
  nth: z.number().int().min(1),
  /** Grows with each answer that was kept in the folder. */
  seq: z.number().int().min(0),
  vendor: z.string(),
  role: z.string(),
  iteration: z.number().int(),
  /** What may stand for each other in order: turns with tools, questions on the side, counts. */
  lane: z.string(),
  model: z.string(),
  status: z.number().int(),
  contentType: z.string(),
  encoding: z.enum(['utf8', 'base64']),
  body: z.string(),
});
export type RecordedAnswer = z.infer<typeof recordedAnswerSchema>;

export function bytesOf({ body, encoding }: RecordedAnswer): Buffer {
  return Buffer.from(body, encoding);
}

/** As text where that gives the very same bytes back. */
export function bodyOf(bytes: Buffer): Pick<RecordedAnswer, 'body' | 'encoding'> {
  const body = bytes.toString('utf8');
  if (Buffer.from(body, 'utf8').equals(bytes)) return { body, encoding: 'utf8' };
  return { body: bytes.toString('base64'), encoding: 'base64' };
}
