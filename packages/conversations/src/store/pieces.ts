import type { ConversationEvent } from '@agent-factory/protocol/conversations';

/** Events that carry a piece of a longer text, and the name of whose text it is. */
const OWNERS = {
  TEXT_MESSAGE_CONTENT: 'messageId',
  REASONING_MESSAGE_CONTENT: 'messageId',
  TOOL_CALL_ARGS: 'toolCallId',
} as const;

type Piece = Extract<ConversationEvent, { type: keyof typeof OWNERS }>;
type JoinedPieces = Omit<Piece, 'delta'> & { deltas: string[] };

/** Several pieces of one text as they are stored: one delta for each id. */
export type StoredEvent = ConversationEvent | JoinedPieces;

/** What is stored as this text. What cannot be read, after damage to the file, is no event that anybody knows. */
export function storedIn(text: string): StoredEvent {
  const value = parse(text);
  if (isStored(value)) return value;
  return { type: 'RAW', event: text, source: 'damaged' };
}

/** Which text a piece belongs to; undefined for what is no piece. Only neighbours with the same owner are joined. */
export function ownerOf(event: StoredEvent): string | undefined {
  if (!isOwned(event)) return undefined;
  return `${event.type} ${(event as unknown as Record<string, string>)[OWNERS[event.type]]}`;
}

/** Longest text that nobody understands and that lines are still added to, in characters. */
const MAX_RAW_LENGTH = 64 * 1024;

/** Two neighbouring pieces of one text as one event, or two lines of what is no message; undefined if they are not. */
export function joined(first: ConversationEvent, second: ConversationEvent): ConversationEvent | undefined {
  if (first.type === 'RAW' && second.type === 'RAW') return joinedLines(first, second);
  if (!isOwned(first) || !isOwned(second) || ownerOf(first) !== ownerOf(second)) return undefined;
  return { ...first, delta: first.delta + second.delta };
}

type Raw = Extract<ConversationEvent, { type: 'RAW' }>;

function joinedLines(first: Raw, second: Raw): Raw | undefined {
  if (typeof first.event !== 'string' || typeof second.event !== 'string') return undefined;
  const isShort = first.event.length + second.event.length < MAX_RAW_LENGTH;
  return isShort && first.source === second.source ? { ...first, event: `${first.event}\n${second.event}` } : undefined;
}

/** The pieces of a stored event, one for each of its ids. */
export function deltasOf(event: StoredEvent): readonly string[] {
  if (isJoined(event)) return event.deltas;
  return isOwned(event) ? [event.delta] : [];
}

/** An event as its readers get it: of joined pieces, those after the first `seen`. */
export function readable(event: StoredEvent, seen: number): ConversationEvent {
  if (!isJoined(event)) return event;
  const { deltas, ...rest } = event;
  return { ...rest, delta: deltas.slice(seen).join('') } as ConversationEvent;
}

function isOwned<Event extends StoredEvent>(event: Event): event is Extract<Event, { type: Piece['type'] }> {
  return Object.hasOwn(OWNERS, event.type);
}

function isJoined(event: StoredEvent): event is JoinedPieces {
  return isOwned(event) && 'deltas' in event;
}

function isStored(value: unknown): value is StoredEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { type, delta, deltas = [delta], ...rest } = value as Record<string, unknown>;
  if (typeof type !== 'string') return false;
  if (!Object.hasOwn(OWNERS, type)) return true;
  const isWhole = Array.isArray(deltas) && deltas.every((piece) => typeof piece === 'string');
  return isWhole && typeof rest[OWNERS[type as keyof typeof OWNERS]] === 'string';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
