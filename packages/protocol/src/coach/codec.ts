import * as z from 'zod';
import { decode, type Outcome, parseJson } from '../outcome.js';
import { CLIENT_PAYLOADS, type ClientMessageType, type ClientPayload } from './client-messages.js';
import { MAX_MESSAGE_BYTES } from './limits.js';
import { SERVER_PAYLOADS, type ServerMessageType, type ServerPayload } from './server-messages.js';

/** Around every payload. `id` names a message, and is repeated in what answers it. `timestamp`: Unix milliseconds. */
const envelopeSchema = z.object({
  type: z.string().min(1).max(100),
  payload: z.unknown(),
  id: z.string().min(1).max(100).optional(),
  timestamp: z.number(),
});

interface Envelope {
  readonly id?: string | undefined;
  readonly timestamp: number;
}

export type ClientMessage = {
  [Type in ClientMessageType]: Envelope & { readonly type: Type; readonly payload: ClientPayload<Type> };
}[ClientMessageType];

export type ServerMessage = {
  [Type in ServerMessageType]: Envelope & { readonly type: Type; readonly payload: ServerPayload<Type> };
}[ServerMessageType];

/**
 * What a text on the coaching socket is: a message, one of a type that there is not, or nothing that can be read. `id`
 * is there where it could be read, so that the answer can repeat it.
 */
export type Decoded<Message> =
  | { kind: 'message'; message: Message }
  | { kind: 'unknown'; type: string; id?: string | undefined }
  | { kind: 'invalid'; issues: string[]; type?: string; id?: string | undefined };

/**
 * By their types, so that what is wrong with a payload is said with its place in the message. Made once: zod compiles a
 * schema when it is first used.
 */
const CLIENT_MESSAGES = withPayloads(CLIENT_PAYLOADS);
const SERVER_MESSAGES = withPayloads(SERVER_PAYLOADS);

export function decodeClientMessage(text: string): Decoded<ClientMessage> {
  return decodeMessage<ClientMessage>(text, CLIENT_MESSAGES);
}

/** Unknown messages are those of a newer daemon, and can be ignored. */
export function decodeServerMessage(text: string): Decoded<ServerMessage> {
  return decodeMessage<ServerMessage>(text, SERVER_MESSAGES);
}

export function encodeClientMessage<Type extends ClientMessageType>(
  type: Type,
  payload: ClientPayload<Type>,
  { id, timestamp }: Envelope,
): string {
  return JSON.stringify({ type, payload, id, timestamp });
}

export function encodeServerMessage<Type extends ServerMessageType>(
  type: Type,
  payload: ServerPayload<Type>,
  { id, timestamp }: Envelope,
): string {
  return JSON.stringify({ type, payload, id, timestamp });
}

type Messages = ReadonlyMap<string, z.ZodType<{ payload: unknown }>>;

function withPayloads(payloads: Readonly<Record<string, z.ZodType>>): Messages {
  return new Map(Object.entries(payloads).map(([type, payload]) => [type, z.object({ payload })]));
}

function decodeMessage<Message>(text: string, messages: Messages): Decoded<Message> {
  const parsed = parseJson(text, { maxLength: MAX_MESSAGE_BYTES });
  if (!parsed.ok) return { kind: 'invalid', issues: parsed.issues };
  const envelope: Outcome<z.infer<typeof envelopeSchema>> = decode(envelopeSchema, parsed.value);
  if (!envelope.ok) return { kind: 'invalid', issues: envelope.issues };
  const { type, id, timestamp } = envelope.value;
  const schema = messages.get(type);
  if (schema === undefined) return { kind: 'unknown', type, id };
  const decoded = decode(schema, parsed.value);
  if (!decoded.ok) return { kind: 'invalid', type, id, issues: decoded.issues };
  return { kind: 'message', message: { type, payload: decoded.value.payload, id, timestamp } as Message };
}
