import { join } from 'node:path';
import type { ConversationPlace } from '../conversations/place.js';
import { isSince, namesIn, ownFolder } from '../conversations/read.js';
import { asList, asNumber, asObject, asText, type Json } from '../json.js';
import type { EventWriter } from '../structured/events/event-writer.js';
import { ClaudeBlocks } from '../structured/stream-json/claude-blocks.js';
import { claudeFailureCode, claudeTokens } from '../structured/stream-json/claude-result.js';
import type { LogForm, LogReader } from './log-form.js';
import { handleLine, RecentIds } from './log-lines.js';
import { LoggedTurn } from './logged-turn.js';

/** What the student typed starts with none of these: they are commands of the CLI's own, and their output. */
const NOT_SAID = /^<(?:command-|local-command-|system-reminder|bash-|task-notification)/;
const INTERRUPTED = /^\[Request interrupted by user/;
/** Why an answer may end that is the last of its turn. */
const LAST = new Set<unknown>(['end_turn', 'stop_sequence', 'max_tokens', 'refusal']);
/** The blocks of an answer are written within less than so many milliseconds. */
const OVER_AFTER_MS = 500;
/** Entries and notes that have a place in the conversation, and are for the CLI itself. */
const BOOKKEEPING = new Set<unknown>(['attachment', 'progress']);
const QUIET_NOTES = new Set<unknown>(['stop_hook_summary', 'local_command', 'away_summary']);

/** Claude Code's `projects/<folder>/<id>.jsonl`. Subagents have files of their own. */
export const claudeLog: LogForm = {
  path: pathOf,
  reader: (writer) => new ClaudeLogReader(writer),
};

async function pathOf({ conversationId, env }: ConversationPlace): Promise<string | undefined> {
  const folder = ownFolder(env, 'CLAUDE_CONFIG_DIR', '.claude');
  if (folder === undefined) return undefined;
  const projects = join(folder, 'projects');
  for (const project of await namesIn(projects)) {
    const path = join(projects, project, `${conversationId}.jsonl`);
    if (await isSince(path, undefined)) return path;
  }
  return undefined;
}

class ClaudeLogReader implements LogReader {
  readonly #writer: EventWriter;
  readonly #blocks: ClaudeBlocks;
  readonly #turn: LoggedTurn;
  readonly #read = new RecentIds();
  /** The answer that is being read, whose blocks are a line each. */
  #answer = { id: '', blocks: 0 };
  /** All blocks of an answer say that it is the last of the turn, and more of them may follow. */
  #isEnding = false;

  constructor(writer: EventWriter) {
    this.#writer = writer;
    this.#blocks = new ClaudeBlocks(writer);
    this.#turn = new LoggedTurn(writer);
  }

  read(line: string): void {
    handleLine(line, this.#writer, (entry) => this.#handle(entry));
  }

  quiet(silentMs: number): void {
    if (this.#isEnding && silentMs >= OVER_AFTER_MS) this.#end();
  }

  #handle(entry: Json): void {
    const id = asText(entry.uuid);
    // What has no id has no place in the conversation.
    if (id === undefined || entry.isSidechain === true || entry.isMeta === true || !this.#read.add(id)) return;
    if (entry.type === 'assistant') this.#assistant(id, entry, asObject(entry.message));
    else if (!BOOKKEEPING.has(entry.type)) this.#other(id, entry);
  }

  #other(id: string, entry: Json): void {
    if (this.#isEnding) this.#end();
    if (entry.type === 'user' && entry.isCompactSummary !== true) this.#user(id, entry);
    else if (entry.subtype === 'turn_duration') this.#end();
    else if (!QUIET_NOTES.has(entry.subtype)) this.#writer.raw(entry);
  }

  #user(id: string, entry: Json): void {
    const message = asObject(entry.message);
    const text = saidIn(message.content);
    if (hasResults(message.content)) {
      this.#turn.ensure(id);
      this.#blocks.results(message, entry.toolUseResult, isRefused(entry));
    } else if (isSaid(entry, text)) {
      this.#turn.begin(id);
      this.#writer.question(id, text, { fromTerminal: true });
    }
    if (INTERRUPTED.test(text)) this.#turn.end({ kind: 'cancelled' });
  }

  #assistant(id: string, entry: Json, message: Json): void {
    const answerId = asText(message.id) ?? '';
    if (this.#isEnding && answerId !== this.#answer.id) this.#end();
    if (entry.isApiErrorMessage === true) this.#fail(id, saidIn(message.content));
    // What the CLI puts in the place of an answer, such as `No response requested.`
    if (message.model === '<synthetic>') return;
    this.#turn.ensure(id);
    if (answerId !== this.#answer.id) this.#answer = { id: answerId, blocks: 0 };
    const first = asNumber(entry.apiBlockIndex) ?? this.#answer.blocks;
    this.#answer.blocks = first + asList(message.content).length;
    if (!this.#blocks.whole(message, first)) this.#writer.raw(entry);
    this.#turn.use(answerId, claudeTokens(asObject(message.usage)));
    this.#isEnding = LAST.has(message.stop_reason);
  }

  #fail(id: string, message: string): void {
    this.#turn.ensure(id);
    this.#turn.end({ kind: 'failed', message, code: claudeFailureCode(message) });
  }

  #end(): void {
    this.#isEnding = false;
    this.#turn.end({ kind: 'done' });
  }
}

/** Older versions do not tell who has said it. */
function isSaid({ origin }: Json, text: string): boolean {
  const { kind = 'human' } = asObject(origin);
  return kind === 'human' && text !== '' && !NOT_SAID.test(text) && !INTERRUPTED.test(text);
}

function hasResults(content: unknown): boolean {
  return asList(content).some((block) => asObject(block).type === 'tool_result');
}

function isRefused(entry: Json): boolean {
  return entry.toolDenialKind !== undefined || asObject(entry.permissionDecision).decision === 'reject';
}

/** Text as it was said, and pictures by what they are. */
function saidIn(content: unknown): string {
  const text = asText(content);
  if (text !== undefined) return text.trim();
  return asList(content)
    .map(asObject)
    .filter(({ type }) => type !== 'tool_result')
    .map((block) => asText(block.text) ?? `[${String(block.type)}]`)
    .join('\n')
    .trim();
}
