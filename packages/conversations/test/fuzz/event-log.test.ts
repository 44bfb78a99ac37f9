import { fc, fuzz } from '@agent-factory/fuzzing';
import { type ConversationEvent, type LoggedEvent, ThreadBuilder } from '@agent-factory/protocol/conversations';
import { afterAll, beforeAll, expect } from 'vitest';
import { Recorder } from '../../src/live/recorder.js';
import { EventLog } from '../../src/store/event-log.js';
import { TestStore } from '../fixtures/store.js';

let files: TestStore;
let log: EventLog;
let count = 0;

beforeAll(async () => {
  files = await TestStore.make();
  log = new EventLog(files.store);
});
afterAll(() => files[Symbol.asyncDispose]());

const name = fc.constantFrom('a', 'b');
const event: fc.Arbitrary<ConversationEvent> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('TEXT_MESSAGE_CONTENT'), messageId: name, delta: text() }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('TOOL_CALL_ARGS'), toolCallId: name, delta: text() }) },
  fc.record({ type: fc.constant('REASONING_MESSAGE_CONTENT'), messageId: name, delta: text() }),
  fc.record({ type: fc.constant('TEXT_MESSAGE_START'), messageId: name, role: fc.constant('assistant') }),
  fc.record({ type: fc.constant('TEXT_MESSAGE_END'), messageId: name }),
) as fc.Arbitrary<ConversationEvent>;

function text(): fc.Arbitrary<string> {
  return fc.string({ minLength: 1, maxLength: 4, unit: 'binary' });
}

/** Runs of events, each stored in pieces of this size, as a busy agent and a slow disk cut them. */
const runs = fc.array(fc.array(fc.array(event, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 4,
});

async function read(id: string, after: number): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for await (const page of log.read(id, after)) events.push(...page);
  return events;
}

/** What a text is in the end, whatever pieces it came in. */
function joined(events: readonly LoggedEvent[]): string[] {
  const all: { owner: string; text: string }[] = [];
  for (const { event } of events) {
    const { type, delta } = event as { type: string; delta?: string };
    const owner = `${type} ${'messageId' in event ? event.messageId : 'toolCallId' in event ? event.toolCallId : ''}`;
    const last = all.at(-1);
    if (delta !== undefined && last?.owner === owner) last.text += delta;
    else all.push({ owner, text: delta ?? '' });
  }
  return all.map(({ owner, text }) => `${owner} ${text}`);
}

function threadOf(events: readonly LoggedEvent[]): unknown {
  const builder = new ThreadBuilder();
  for (const one of events) builder.add(one);
  return builder.snapshot().items;
}

fuzz({
  parser: 'the log of a conversation',
  says: 'who resumes at any id gets exactly the rest, before and after compaction',
  input: runs,
  cost: 20,
  holds: async (input) => {
    count += 1;
    const id = `conversation-${count}`;
    const recorder = new Recorder({
      conversationId: id,
      log,
      lastId: 0,
      onStored: () => undefined,
      onFailure: (error) => expect(error).toBeUndefined(),
    });
    for (const run of input) {
      const from = recorder.lastId + 1;
      for (const batch of run) {
        for (const one of batch) recorder.record(one);
        await recorder.stored();
      }
      await checkedCompaction(id, from, recorder.lastId);
    }
  },
});

async function checkedCompaction(id: string, from: number, to: number): Promise<void> {
  const whole = await read(id, 0);
  const before = await Promise.all(Array.from({ length: to + 1 }, (_, after) => read(id, after)));
  await log.compact(id, from, to);
  for (const [after, rest] of before.entries()) {
    const now = await read(id, after);
    expect(joined(now)).toEqual(joined(rest));
    // With what the reader had before, it is the conversation.
    const seen = whole.filter((one) => one.id <= after);
    const isWhole = seen.at(-1)?.id === after || after === 0;
    if (isWhole) expect(threadOf([...seen, ...now])).toEqual(threadOf(whole));
  }
}
