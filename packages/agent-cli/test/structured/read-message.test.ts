import { expect, test } from 'vitest';
import type { Driver } from '../../src/structured/driver.js';
import { EventWriter } from '../../src/structured/events/event-writer.js';
import { readMessage } from '../../src/structured/read-message.js';

/** What a driver received of a line, and what was kept as it is. */
function read(line: string, isCut: boolean) {
  const received: unknown[] = [];
  const kept: unknown[] = [];
  const emit = (event: object) => void ('event' in event && kept.push(event.event));
  const writer = new EventWriter({ threadId: 't', source: 'agent', cwd: '/', emit });
  const driver = { receive: (message: unknown) => void received.push(message) } as unknown as Driver;
  readMessage(line, isCut, { driver, writer });
  return { received, kept };
}

test('a line that was cut is kept as it is, also where what is left of it would be a message', () => {
  expect(read('{"id":1}', false)).toEqual({ received: [{ id: 1 }], kept: [] });
  expect(read('{"id":1}', true)).toEqual({ received: [], kept: ['{"id":1}'] });
});
