import { decodeJson } from '@agent-factory/protocol';
import {
  type PracticeEvent,
  practiceEventSchema,
  type StreamOpened,
  streamOpenedSchema,
} from '@agent-factory/protocol/events';

/** One message of `GET /events`. */
export type EventMessage =
  | { readonly kind: 'opened'; readonly opened: StreamOpened }
  | { readonly kind: 'event'; readonly event: PracticeEvent };

/** Reads one; undefined for an event of a kind that this page does not know, from a newer daemon. */
export function readMessage(json: string): EventMessage | undefined {
  const event = decodeJson<PracticeEvent>(practiceEventSchema, json);
  if (event.ok) return { kind: 'event', event: event.value };
  const opened = decodeJson<StreamOpened>(streamOpenedSchema, json);
  return opened.ok ? { kind: 'opened', opened: opened.value } : undefined;
}
