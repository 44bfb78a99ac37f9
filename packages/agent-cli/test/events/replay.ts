import { PracticeError } from '@agent-factory/protocol';
import { asObject, asText, isObject, type Json } from '../../src/json.js';
import type { Captured, Said } from './captures.js';
import { Driving, type DrivingOptions } from './driving.js';

/**
 * Plays one side of a captured conversation to a driver: the agent's lines as they were said, with the ids of the
 * driver's own requests, and the student's part wherever it was theirs.
 */
export class Replay {
  readonly driving: Driving;
  readonly #agent: Captured;
  /** What was asked under an id in the capture. */
  readonly #asked = new Map<string, string>();
  /** Requests of the driver's that wait, and answers that came before their request, by what is asked. */
  readonly #requests = new Map<string, unknown[]>();
  readonly #early = new Map<string, Json[]>();
  /** When the conversation is open; a question before that waits. */
  #opened: Promise<void> = Promise.resolve();
  #isOpen = false;
  #held: string | undefined;

  static async of(agent: Captured, options?: DrivingOptions): Promise<Replay> {
    const replay = new Replay(agent, await Driving.of(agent, options));
    replay.#opened = replay.driving.driver.open().then(() => replay.#handleOpen());
    replay.#opened.catch(() => undefined);
    await replay.driving.settle();
    return replay;
  }

  private constructor(agent: Captured, driving: Driving) {
    this.#agent = agent;
    this.driving = driving;
    driving.onSend = (message) => this.#handleSent(message);
  }

  /** Plays lines; what there is by then belongs to the conversation. */
  async play(said: readonly Said[]): Promise<void> {
    for (const { by, line } of said) {
      if (by === 'us') this.#playOurs(asObject(JSON.parse(line)));
      if (by === 'agent') this.#playTheirs(line);
      await this.driving.settle();
      // With this, Gemini CLI has told the past. What follows answers the question.
      if (this.#held !== undefined && line.includes('available_commands_update')) await this.#opened;
    }
  }

  end(): void {
    const error = new PracticeError('agent_failed', 'It ended.', { reason: 'exited' });
    this.driving.driver.ended(error);
    this.driving.recording.writer.endRun({ kind: 'failed', message: 'It ended.', code: 'agent_exited' });
  }

  #playOurs(message: Json): void {
    const { id, what } = requestIn(message);
    if (id !== undefined) this.#asked.set(String(id), what);
    const prompt = promptIn(message);
    const answer = answerIn(this.#agent, message);
    if (prompt !== undefined) this.#ask(prompt);
    else if (answer !== undefined) this.driving.answer(answer);
    else if (/interrupt|session\/cancel/.test(what)) this.driving.driver.interrupt();
    else if (what === 'set_model') this.#choose({ model: asText(asObject(message.request).model) });
    else if (what === 'set_permission_mode') this.#choose({ mode: asText(asObject(message.request).mode) });
  }

  #ask(prompt: string): void {
    // Claude Code needs no opening: the second process of its capture had none.
    if (this.#isOpen || this.#agent === 'claude') this.driving.ask(prompt);
    else this.#held = prompt;
  }

  #handleOpen(): void {
    this.#isOpen = true;
    if (this.#held !== undefined) this.driving.ask(this.#held);
    this.#held = undefined;
  }

  #choose(choice: { model?: string | undefined; mode?: string | undefined }): void {
    void this.driving.driver.choose(choice).catch(() => undefined);
  }

  #playTheirs(line: string): void {
    const message: unknown = parse(line);
    const id = isObject(message) ? answeredId(message) : undefined;
    const what = this.#asked.get(String(id));
    if (!isObject(message) || what === undefined) this.driving.hear(line);
    else this.#playAnswer(what, message);
  }

  #playAnswer(what: string, message: Json): void {
    const request = this.#requests.get(what)?.shift();
    if (request === undefined) this.#early.set(what, [...(this.#early.get(what) ?? []), message]);
    else this.driving.hear(JSON.stringify(withId(message, request)));
  }

  #handleSent(message: Json): void {
    const { id, what } = requestIn(message);
    if (id === undefined) return;
    const early = this.#early.get(what)?.shift();
    if (early === undefined) this.#requests.set(what, [...(this.#requests.get(what) ?? []), id]);
    else queueMicrotask(() => this.driving.hear(JSON.stringify(withId(early, id))));
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** A request of ours, and by which id it will be answered. */
function requestIn(message: Json): { id: unknown; what: string } {
  if (message.type === 'control_request')
    return { id: message.request_id, what: String(asObject(message.request).subtype) };
  return { id: message.method === undefined ? undefined : message.id, what: String(message.method) };
}

function answeredId(message: Json): unknown {
  if (message.type === 'control_response') return asObject(message.response).request_id;
  return message.method === undefined ? message.id : undefined;
}

function withId(message: Json, id: unknown): Json {
  if (message.type !== 'control_response') return { ...message, id };
  return { ...message, response: { ...asObject(message.response), request_id: id } };
}

function promptIn({ type, method, message, params }: Json): string | undefined {
  if (type === 'user') return asText(asObject(message).content);
  if (method !== 'turn/start' && method !== 'session/prompt') return undefined;
  const { input, prompt } = asObject(params);
  const [first] = (input ?? prompt) as [Json];
  return asText(first.text);
}

/** The option that was chosen, as the driver calls it. */
function answerIn(agent: Captured, message: Json): string | undefined {
  if (agent === 'claude' && message.type === 'control_response')
    return asObject(asObject(message.response).response).behavior === 'allow' ? 'allow' : 'deny';
  const result = asObject(message.result);
  return asText(result.decision) ?? asText(asObject(result.outcome).optionId);
}
