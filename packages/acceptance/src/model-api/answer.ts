import type { Gates } from './gates.js';
import type { ServerToolCall, Step, ToolCall } from './scenario.js';

/** Characters per delta: several deltas a sentence, as the real APIs send them. */
const DELTA_CHARS = 24;

/** Writes an answer in a vendor's protocol. Words that follow each other are one text; a tool ends it. */
export interface AnswerWriter {
  begin(): void;
  openText(): void;
  text(piece: string): void;
  closeText(): void;
  tool(call: ToolCall): void;
  /** The answer is complete. */
  end(): void;
}

/** What the vendor's agent calls the tools that every agent has. */
export interface ToolNames {
  /** The tool call by which it runs a command, after it has asked the student. */
  /** Without `why`, nobody has to allow it. */
  shell(command: string, why: string | undefined): ToolCall;
  /** The tool call that it passes on to an MCP server. */
  ofServer(call: ServerToolCall): ToolCall;
}

/** Writes step by step, and waits at the gates. */
export async function writeAnswer(
  steps: readonly Step[],
  gates: Gates,
  writer: AnswerWriter,
  names: ToolNames,
): Promise<void> {
  const text = new OpenText(writer);
  writer.begin();
  for (const step of steps) {
    if ('hold' in step) await gates.pass(step.hold);
    else if ('text' in step) text.write(step.text);
    else {
      text.close();
      writer.tool(callOf(step, names));
    }
  }
  text.close();
  writer.end();
}

function callOf(step: Exclude<Step, { text: string } | { hold: string }>, names: ToolNames): ToolCall {
  if ('run' in step) return names.shell(step.run, step.why);
  return 'server' in step ? names.ofServer(step) : step;
}

/** Opens a text with its first word, and closes it once. */
class OpenText {
  readonly #writer: AnswerWriter;
  #isOpen = false;

  constructor(writer: AnswerWriter) {
    this.#writer = writer;
  }

  write(text: string): void {
    if (!this.#isOpen) this.#writer.openText();
    this.#isOpen = true;
    for (const piece of pieces(text)) this.#writer.text(piece);
  }

  close(): void {
    if (this.#isOpen) this.#writer.closeText();
    this.#isOpen = false;
  }
}

/** Cut between code points: a half surrogate would not survive JSON and UTF-8. */
export function pieces(text: string): string[] {
  const points = [...text];
  const count = Math.ceil(points.length / DELTA_CHARS);
  return Array.from({ length: count }, (_, n) => points.slice(n * DELTA_CHARS, (n + 1) * DELTA_CHARS).join(''));
}

/** An id as the APIs give them, such as `msg_0123…`. */
export function newId(prefix: string): string {
  return `${prefix}_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`;
}
