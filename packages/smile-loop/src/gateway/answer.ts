import { EventStreamReader } from './event-stream.js';
import { AnswerFailed } from './reason.js';
import { listOf, objectOf } from './vendors/json.js';
import { newReading, type Reading } from './vendors/reading.js';
import type { Vendor } from './vendors/vendor.js';

/** Reads an answer that is there as a whole. Throws where it is neither JSON nor events. */
export function readAnswer(vendor: Vendor, contentType: string, bytes: Buffer): Reading {
  const reading = newReading();
  if (isEventStream(contentType)) {
    new EventStreamReader((event) => vendor.read(reading, event)).push(bytes);
    return reading;
  }
  const whole: unknown = JSON.parse(bytes.toString('utf8'));
  if (typeof whole !== 'object' || whole === null) throw new AnswerFailed('it is no JSON object');
  for (const part of Array.isArray(whole) ? listOf(whole) : [whole]) vendor.read(reading, objectOf(part));
  return reading;
}

export function isEventStream(contentType: string): boolean {
  return contentType.startsWith('text/event-stream');
}
