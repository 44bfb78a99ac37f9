import { shortened } from '@agent-factory/protocol';

/** How long texts may stay, in UTF-16 units, tried in turn until the whole fits. */
const LENGTHS = [2000, 500, 100, 20];

/** The JSON of an event's data. If it is too large, its long texts are cut; what they belong to stays. */
export function fitData(data: object, maxBytes: number): string {
  const whole = JSON.stringify(data);
  if (Buffer.byteLength(whole) <= maxBytes) return whole;
  for (const length of LENGTHS) {
    const cut = JSON.stringify(data, (_, value) => (typeof value === 'string' ? shortened(value, length) : value));
    if (Buffer.byteLength(cut) <= maxBytes) return cut;
  }
  throw new Error(`An event has more than ${maxBytes} bytes, and no text that could be cut`);
}
