import { decode, type Outcome, parseJson } from '../outcome.js';
import { type ClientFrame, clientFrameSchema, type ServerFrame, serverFrameSchema } from './frames.js';

/** What a text frame from a browser is: a control frame, a malformed one, or typed text. */
export type ClientText =
  | { kind: 'control'; frame: ClientFrame }
  | { kind: 'invalid'; issues: string[] }
  | { kind: 'input'; text: string };

/**
 * Reads a text frame from a browser. A JSON object with a `type` is a control frame; anything else is
 * typed text, so that a bare attach add-on, which sends keys as text, still works.
 */
export function decodeClientText(text: string): ClientText {
  if (!text.startsWith('{')) return { kind: 'input', text };
  const parsed = parseJson(text);
  if (!parsed.ok || !hasType(parsed.value)) return { kind: 'input', text };
  const outcome = decode(clientFrameSchema, parsed.value);
  return outcome.ok ? { kind: 'control', frame: outcome.value } : { kind: 'invalid', issues: outcome.issues };
}

export function encodeClientFrame(frame: ClientFrame): string {
  return JSON.stringify(frame);
}

/** Reads a text frame from the daemon. Unknown frames of a newer daemon yield issues and can be ignored. */
export function decodeServerFrame(text: string): Outcome<ServerFrame> {
  const parsed = parseJson(text);
  return parsed.ok ? decode(serverFrameSchema, parsed.value) : parsed;
}

export function encodeServerFrame(frame: ServerFrame): string {
  return JSON.stringify(frame);
}

function hasType(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
