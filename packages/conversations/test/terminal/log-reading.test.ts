import type { EventWriter, LogForm } from '@agent-factory/agent-cli';
import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import { expect, test } from 'vitest';
import type { LiveConversation } from '../../src/live/live-conversation.js';
import type { ConversationRecord } from '../../src/store/records.js';
import { LogReading } from '../../src/terminal/log-reading.js';
import { aRecord } from '../fixtures/record.js';

/** A log with a word a line: `begin` and `end` a turn; silence ends one too. */
const LOG: LogForm = {
  path: async () => undefined,
  reader: (writer: EventWriter) => ({
    read: (line) => (line === 'begin' ? writer.startRun('turn') : writer.endRun({ kind: 'done' })),
    quiet: () => writer.endRun({ kind: 'done' }),
  }),
};

/** As much of a conversation as a reading needs. What is noted is stored when `store` is called. */
function conversation(more: Partial<ConversationRecord> = {}) {
  const events: ConversationEvent[] = [];
  const changes: Partial<ConversationRecord>[] = [];
  let stored: () => void = () => undefined;
  let storing = Promise.resolve();
  const live = {
    record: aRecord({ place: 'terminal', logOffset: 10, logEventId: 4, ...more }),
    get lastEventId() {
      return 4 + events.length;
    },
    note(...noted: ConversationEvent[]) {
      events.push(...noted);
      return storing;
    },
    noteSoon: (event: ConversationEvent) => void events.push(event),
    async change(change: Partial<ConversationRecord>) {
      changes.push(change);
      live.record = { ...live.record, ...change };
    },
  };
  const reading = new LogReading({
    live: live as unknown as LiveConversation,
    log: LOG,
    source: 'Some CLI',
    cwd: '/work',
  });
  return {
    reading,
    changes,
    rewound: () => events.flatMap((event) => (event.type === 'CUSTOM' ? [event.value] : [])),
    add: () => events.push({ type: 'RUN_STARTED', threadId: 'x', runId: 'earlier' }),
    failStore() {
      storing = Promise.reject(new Error('The disk is full.'));
      storing.catch(() => undefined);
      return () => {
        storing = Promise.resolve();
      };
    },
    holdStore() {
      storing = new Promise((resolve) => {
        stored = resolve;
      });
      return () => stored();
    },
  };
}

test('takes back once what an earlier daemon has seen of a turn that was not over', async () => {
  const { reading, rewound, add } = conversation();
  add();
  await reading.begin();
  await reading.begin();
  expect(rewound()).toEqual([{ toEventId: 4, forgotten: false }]);
});

test('takes back nothing where everything was over, or nobody knows what was', async () => {
  const whole = conversation();
  await whole.reading.begin();
  const unknown = conversation({ logEventId: undefined });
  unknown.add();
  await unknown.reading.begin();
  expect([whole.rewound(), unknown.rewound()]).toEqual([[], []]);
});

test('keeps a place between two turns, with the last event before it, and none within a turn', async () => {
  const { reading, changes } = conversation();
  reading.read('begin');
  await reading.reach(20);
  expect([changes, reading.position]).toEqual([[], 20]);
  reading.read('end');
  await reading.reach(30);
  await reading.reach(30);
  expect(changes).toEqual([{ logOffset: 30, logEventId: 6 }]);
});

test('keeps the place when silence has ended the turn, once its events are stored', async () => {
  const { reading, changes, holdStore } = conversation();
  reading.read('begin');
  await reading.reach(20);
  const store = holdStore();
  reading.quiet(1000);
  reading.read('begin');
  await Promise.resolve();
  expect(changes).toEqual([]);
  store();
  await expect.poll(() => changes).toEqual([{ logOffset: 20, logEventId: 6 }]);
});

test('keeps the place later where the events of a quiet turn could not be stored at first', async () => {
  const { reading, changes, failStore } = conversation();
  const unhandled: unknown[] = [];
  const listen = (error: unknown) => unhandled.push(error);
  reading.read('begin');
  await reading.reach(20);
  const repair = failStore();
  process.on('unhandledRejection', listen);
  reading.quiet(1000);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', listen);
  expect([unhandled, changes]).toEqual([[], []]);
  repair();
  reading.quiet(2000);
  await expect.poll(() => changes).toEqual([{ logOffset: 20, logEventId: 6 }]);
});
