import { findGeminiLog } from '../conversations/gemini.js';
import { asAmount, asList, asObject, asText, isObject, type Json } from '../json.js';
import type { EventWriter } from '../structured/events/event-writer.js';
import { geminiResultText, geminiToolDetail } from '../tools/gemini-tools.js';
import type { LogForm, LogReader } from './log-form.js';
import { handleLine, RecentIds } from './log-lines.js';
import { LoggedTurn } from './logged-turn.js';

/** What Gemini CLI tells the model before the student says anything. */
const CONTEXT = /^<session_context>/;
const CANCELLED = /^Request cancelled/i;
/** Messages of a history that is written anew have the same time; none is said in this time, in milliseconds. */
const REWRITTEN_WITHIN_MS = 1000;
/**
 * Whether a turn is over is not in the log: a tool is told of when it is done, however long the student thinks about
 * it. Commands that need no permission take less than this many milliseconds, as a rule.
 */
const OVER_AFTER_MS = 10_000;

/** Gemini CLI's `tmp/<project>/chats/session-*`. */
export const geminiLog: LogForm = {
  path: findGeminiLog,
  reader: (writer) => new GeminiLogReader(writer),
  endsInSilence: true,
};

class GeminiLogReader implements LogReader {
  readonly #writer: EventWriter;
  readonly #turn: LoggedTurn;
  /** Messages and tool calls: a message is written again when it has more to tell. */
  readonly #told = new RecentIds();
  /** When the history was written anew, in milliseconds since 1970. */
  #rewrittenAt: number | undefined;
  /** The last that has come may be the last of the turn. */
  #mayBeOver = false;

  constructor(writer: EventWriter) {
    this.#writer = writer;
    this.#turn = new LoggedTurn(writer);
  }

  read(line: string): void {
    handleLine(line, this.#writer, (entry) => this.#handle(entry));
  }

  quiet(silentMs: number): void {
    if (this.#mayBeOver && silentMs >= OVER_AFTER_MS) this.#end();
  }

  #handle(entry: Json): void {
    const id = asText(entry.id);
    if (id === undefined) this.#change(entry);
    else if (entry.type === 'user') this.#user(id, entry);
    else if (entry.type === 'gemini') this.#answer(id, entry);
    else if (this.#told.add(id)) this.#note(id, entry);
  }

  /** A line that changes what came before. */
  #change(entry: Json): void {
    if (asObject(entry.$set).messages !== undefined) this.#rewrittenAt = undefined;
    else if (entry.$rewindTo !== undefined) this.#writer.raw(entry);
  }

  #user(id: string, entry: Json): void {
    const text = saidIn(entry.displayContent ?? entry.content);
    // After an interruption, the whole history is written once more, under new ids.
    if (CONTEXT.test(text)) this.#rewrittenAt = timeOf(entry);
    if (text === '' || this.#isRewritten(entry) || !this.#told.add(id)) return;
    this.#mayBeOver = false;
    this.#turn.begin(id);
    this.#writer.question(id, text, { fromTerminal: true });
  }

  #isRewritten(entry: Json): boolean {
    const at = this.#rewrittenAt;
    return at !== undefined && Math.abs(timeOf(entry) - at) < REWRITTEN_WITHIN_MS;
  }

  #answer(id: string, entry: Json): void {
    const calls = asList(entry.toolCalls).map(asObject);
    // An answer of the model's is plain text; parts are what it is made into when history is written anew.
    const text = asText(entry.content) ?? '';
    if (this.#isRewritten(entry) || (asText(entry.content) === undefined && calls.length === 0)) return;
    this.#count(id, entry);
    const isNew = this.#told.add(id);
    const news = calls.filter((call) => !this.#told.has(callKey(call)));
    if (!isNew && news.length === 0) return;
    this.#turn.ensure(id);
    if (isNew) this.#say(id, text, entry);
    for (const call of news) this.#tool(call);
    this.#count(id, entry);
    this.#mayBeOver = calls.length === 0 && text !== '';
  }

  #say(id: string, text: string, { thoughts }: Json): void {
    for (const { subject, description } of asList(thoughts).map(asObject))
      this.#writer.reasoning(`${id}:thought`, `${asText(subject) ?? ''}\n${asText(description) ?? ''}\n\n`);
    this.#writer.text(id, text);
    this.#writer.endMessage();
  }

  #tool(call: Json): void {
    const id = asText(call.id);
    if (id === undefined || !this.#told.add(callKey(call))) return;
    this.#writer.tool(id, asText(call.name) ?? 'tool');
    this.#writer.toolArguments(id, JSON.stringify(call.args ?? {}));
    this.#writer.endToolArguments(id);
    this.#writer.toolDetail(geminiToolDetail(call));
    this.#writer.toolResult(id, geminiResultText(call));
  }

  #count(id: string, { tokens }: Json): void {
    if (!this.#turn.isOpen || !isObject(tokens)) return;
    this.#turn.use(id, {
      inputTokens: asAmount(tokens.input) ?? 0,
      cachedInputTokens: asAmount(tokens.cached) ?? 0,
      outputTokens: asAmount(tokens.output) ?? 0,
      reasoningTokens: asAmount(tokens.thoughts) ?? 0,
    });
  }

  #note(id: string, entry: Json): void {
    const text = saidIn(entry.content);
    this.#mayBeOver = false;
    if (entry.type === 'error') {
      this.#turn.ensure(id);
      this.#turn.end({ kind: 'failed', message: text, code: 'agent_error' });
    } else if (entry.type === 'info' && CANCELLED.test(text)) this.#turn.end({ kind: 'cancelled' });
    else if (entry.type !== 'info') this.#writer.raw(entry);
  }

  #end(): void {
    this.#mayBeOver = false;
    this.#turn.end({ kind: 'done' });
  }
}

/** A call is told of with its result, and again when it has another. */
function callKey({ id, status }: Json): string {
  return `${String(id)} ${String(status)}`;
}

function timeOf(entry: Json): number {
  return Date.parse(asText(entry.timestamp) ?? '');
}

function saidIn(content: unknown): string {
  const text = asText(content);
  if (text !== undefined) return text.trim();
  const parts = asList(content)
    .map(asObject)
    .filter(({ functionResponse }) => functionResponse === undefined);
  return parts
    .map((part) => asText(part.text) ?? '[attachment]')
    .join('')
    .trim();
}
