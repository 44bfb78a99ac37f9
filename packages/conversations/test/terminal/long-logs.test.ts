import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AGENT_CLIS, type LogForm, readLog } from '@agent-factory/agent-cli';
import type { LoggedEvent } from '@agent-factory/protocol/conversations';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ConversationHost } from '../../src/host.js';
import { LiveConversation } from '../../src/live/live-conversation.js';
import { EventLog } from '../../src/store/event-log.js';
import { ConversationRecords } from '../../src/store/records.js';
import { LogReading } from '../../src/terminal/log-reading.js';
import { aRecord } from '../fixtures/record.js';
import { TestStore } from '../fixtures/store.js';

const LOG = AGENT_CLIS.claude.log as LogForm;
const RECORD = aRecord({ place: 'terminal' });

let files: TestStore;
/** How many events were handed to the database each time. */
let batches: number[];
/** How often the record was written. */
let updates: number;

beforeEach(async () => {
  files = await TestStore.make();
  batches = [];
  updates = 0;
});
afterEach(() => files[Symbol.asyncDispose]());

class WatchedLog extends EventLog {
  override append(id: string, events: readonly LoggedEvent[]): Promise<void> {
    batches.push(events.length);
    return super.append(id, events);
  }
}

class WatchedRecords extends ConversationRecords {
  override update(...change: Parameters<ConversationRecords['update']>): Promise<void> {
    updates += 1;
    return super.update(...change);
  }
}

interface Following {
  readonly live: LiveConversation;
  readonly reading: LogReading;
  readonly path: string;
}

async function following(text: string): Promise<Following> {
  const path = join(files.folder, 'log.jsonl');
  await writeFile(path, text);
  const records = new WatchedRecords(files.store);
  await records.insert(RECORD);
  const live = await LiveConversation.load(RECORD, {
    host: { logFailure: () => undefined } as unknown as ConversationHost,
    records,
    log: new WatchedLog(files.store),
    onStored: () => undefined,
  });
  const reading = new LogReading({ live, log: LOG, source: 'Claude Code', cwd: files.folder });
  return { live, reading, path };
}

async function read({ reading, path }: Following): Promise<void> {
  const onPosition = (position: number) => reading.reach(position);
  await readLog({ path, from: reading.position, reader: reading, onPosition });
  await reading.end();
}

function turn(index: number): string {
  const answer = {
    id: `m${index}`,
    role: 'assistant',
    content: [{ type: 'text', text: `answer ${index}` }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 5 },
  };
  const lines = [
    { type: 'user', uuid: `u${index}`, message: { role: 'user', content: `question ${index}` } },
    { type: 'assistant', uuid: `a${index}`, message: answer },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const turns = (count: number) => Array.from({ length: count }, (_, index) => turn(index)).join('');

function ended(): number {
  return files.rows().filter(({ event }) => event.includes('"RUN_FINISHED"')).length;
}

test('a log of nothing but short lines that are no messages is a few events, with all of them in it', async () => {
  const text = '[]\n'.repeat(700_000);
  await read(await following(text));
  const rows = files.rows();
  expect(rows.length).toBeLessThanOrEqual(100);
  const kept = rows.map(({ event }) => `${(JSON.parse(event) as { event: string }).event}\n`).join('');
  expect(kept === text).toBe(true);
});

test('a log of thousands of turns is stored in small parts, and everybody else has a turn between any two', async () => {
  const log = await following(turns(5000));
  let others = 0;
  let isOver = false;
  const count = () => {
    others += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await read(log);
  isOver = true;
  expect(Math.max(...batches)).toBeLessThanOrEqual(500);
  expect(others).toBeGreaterThanOrEqual(batches.length);
  expect(ended()).toBe(5000);
});

test('what thousands of turns have used is stored with the place in the log, and not turn by turn', async () => {
  const log = await following(turns(2000));
  await read(log);
  const [record] = await new ConversationRecords(files.store).list({ kind: 'lesson', key: '/loops' });
  expect(record?.usage.inputTokens).toBe(10_000);
  expect(updates).toBeLessThan(100);
});

test('what was read while the database failed is neither lost nor counted or told twice', async () => {
  const log = await following(turns(1000));
  files.fail('insert into');
  await expect(read(log)).rejects.toThrow('disk is full');
  files.fail();
  await read(log);
  expect(log.live.record.usage.inputTokens).toBe(5000);
  expect(ended()).toBe(1000);
  const ids = files.rows().map(({ last_id }) => last_id);
  expect(ids).toEqual(ids.map((_, index) => index + 1));
});
