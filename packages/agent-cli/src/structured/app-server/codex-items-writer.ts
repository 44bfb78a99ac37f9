import { asList, asText, type Json } from '../../json.js';
import { codexResultText, codexToolDetail, isCodexTool } from '../../tools/codex-items.js';
import type { EventWriter } from '../events/event-writer.js';

/** Codex' items as events, from their pieces or whole. */
export class CodexItems {
  readonly #writer: EventWriter;
  /** Messages and reasonings of which pieces have come. */
  readonly #streamed = new Set<string>();

  constructor(writer: EventWriter) {
    this.#writer = writer;
  }

  /** False for an item that has no event of its own. */
  started(item: Json): boolean {
    if (isCodexTool(item)) this.#startTool(item);
    return isCodexTool(item) || isMessage(item);
  }

  completed(item: Json): boolean {
    if (isCodexTool(item)) this.#endTool(item);
    else if (isMessage(item)) return this.#endMessage(item);
    else return false;
    return true;
  }

  text(itemId: string, delta: string): void {
    this.#streamed.add(itemId);
    this.#writer.text(itemId, delta);
  }

  reasoning(itemId: string, delta: string): void {
    this.#streamed.add(itemId);
    this.#writer.reasoning(itemId, delta);
  }

  #startTool(item: Json): void {
    const id = asText(item.id) ?? '';
    if (this.#writer.tool(id, String(item.type))) {
      this.#writer.toolArguments(id, JSON.stringify(item.arguments ?? argumentsOf(item)));
      this.#writer.endToolArguments(id);
    }
    this.#writer.toolDetail(codexToolDetail(item));
  }

  #endTool(item: Json): void {
    this.#startTool(item);
    this.#writer.toolResult(asText(item.id) ?? '', codexResultText(item));
  }

  /** False for a message without what it says. */
  #endMessage(item: Json): boolean {
    const id = asText(item.id) ?? '';
    const isTold = this.#streamed.has(id) || item.type === 'userMessage';
    const text = item.type === 'reasoning' ? reasoningText(item) : asText(item.text);
    if (!isTold && text !== undefined) {
      if (item.type === 'reasoning') this.#writer.reasoning(id, text);
      else this.#writer.text(id, text);
    }
    this.#writer.endMessage();
    return isTold || text !== undefined;
  }
}

/** The student's own message is written before it is sent. */
function isMessage(item: Json): boolean {
  return ['agentMessage', 'plan', 'reasoning', 'userMessage'].includes(String(item.type));
}

function reasoningText({ summary, content }: Json): string | undefined {
  if (!Array.isArray(summary) && !Array.isArray(content)) return undefined;
  const parts = asList(summary).length > 0 ? summary : content;
  return asList(parts).map(String).join('\n\n');
}

function argumentsOf(item: Json): Json {
  return item.type === 'commandExecution' ? { command: item.command, cwd: item.cwd } : { changes: item.changes };
}
