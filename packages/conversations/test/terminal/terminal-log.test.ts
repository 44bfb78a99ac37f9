import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AGENT_CLIS, type LogForm } from '@agent-factory/agent-cli';
import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ConversationHost } from '../../src/host.js';
import type { LiveConversation } from '../../src/live/live-conversation.js';
import type { ConversationRecord } from '../../src/store/records.js';
import { TerminalLog } from '../../src/terminal/terminal-log.js';
import { aRecord } from '../fixtures/record.js';

const SESSION = 'a6f4e9c2-0000-4000-8000-000000000001';
const { claude } = AGENT_CLIS;

let home: string;
/** How many times the log was begun to be read. */
let readings: number;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'terminal-log-'));
  readings = 0;
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** A conversation in the terminal with Claude Code, which has written these lines. */
async function inTerminal(...entries: object[]) {
  const folder = join(home, '.claude/projects/any');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${SESSION}.jsonl`), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const events: ConversationEvent[] = [];
  const live = {
    record: aRecord({ agent: 'claude', place: 'terminal', sessionId: SESSION }),
    get lastEventId() {
      return events.length;
    },
    noteSoon(...noted: ConversationEvent[]) {
      events.push(...noted);
    },
    async note(...noted: ConversationEvent[]) {
      events.push(...noted);
    },
    async change(change: Partial<ConversationRecord>) {
      live.record = { ...live.record, ...change };
    },
  };
  const form = claude.log as LogForm;
  const log: LogForm = {
    path: (place) => form.path(place),
    reader: (writer) => {
      readings += 1;
      return form.reader(writer);
    },
  };
  const host = {
    agents: { find: () => ({ ...claude, log }) },
    folderOf: () => join(home, 'work'),
    environment: () => ({ HOME: home }),
    logFailure: (error: unknown) => {
      throw error;
    },
  };
  return {
    events,
    live: live as unknown as LiveConversation,
    log: new TerminalLog(host as unknown as ConversationHost),
  };
}

const asks = { type: 'user', uuid: 'u-1', message: { role: 'user', content: 'name it' } };
const edits = {
  type: 'assistant',
  uuid: 'a-1',
  message: {
    ...{ id: 'm-1', role: 'assistant', stop_reason: 'tool_use' },
    get content() {
      const input = { file_path: join(home, 'work/notes/agent.py'), old_string: 'a', new_string: 'b' };
      return [{ type: 'tool_use', id: 't-1', name: 'Edit', input }];
    },
  },
};

test('what an agent does in the terminal names files as it does in the chat: from the folder it works in', async () => {
  const { live, log, events } = await inTerminal(asks, edits);
  await log.takeBack(live);
  const details = events.flatMap((event) =>
    event.type === 'CUSTOM' && event.name === 'tool_call_detail' ? [event.value] : [],
  );
  expect(details[0]).toMatchObject({ paths: ['notes/agent.py'] });
});

test('a conversation that is taken back while somebody begins to follow it is read once', async () => {
  const { live, log, events } = await inTerminal(asks, edits);
  const taken = log.takeBack(live);
  log.follow(live, new AbortController().signal);
  await taken;
  await log.close();
  expect(live.record.place).toBe('chat');
  expect(readings).toBe(1);
  expect(events.filter(({ type }) => type === 'RUN_STARTED')).toHaveLength(1);
});
