import { PracticeError } from '@agent-factory/protocol';
import type { AgentChoice, AgentState } from '@agent-factory/protocol/conversations';
import { asAmount, asList, asObject, asText, defined, isObject, type Json } from '../../json.js';
import { claudeToolDetail } from '../../tools/claude-tools.js';
import type { Driver, DriverChoice, DriverHost } from '../driver.js';
import { Pending } from '../pending.js';
import { Questions } from '../questions.js';
import { ClaudeBlocks } from './claude-blocks.js';
import { answerTo, askedOf, type ClaudeQuestion, questionOf } from './claude-permissions.js';
import { outcomeOf } from './claude-result.js';

/** The modes of Claude Code in which a tutor may work; all others act without asking. */
const MODES: readonly AgentChoice[] = [
  { id: 'default', name: 'Ask first', description: 'Asks before it edits files or runs commands.' },
  { id: 'acceptEdits', name: 'Edit freely', description: 'Edits files without asking, and asks before commands.' },
  { id: 'plan', name: 'Plan only', description: 'Reads and plans, and changes nothing.' },
];

/** Drives Claude Code 2.1 over `--input-format stream-json --output-format stream-json`. */
export class ClaudeDriver implements Driver {
  readonly #host: DriverHost;
  readonly #blocks: ClaudeBlocks;
  readonly #pending: Pending;
  readonly #questions = new Questions<ClaudeQuestion>();
  #cost: number;
  #wasInterrupted = false;
  #state: AgentState = { models: [], modes: [...MODES] };

  constructor(host: DriverHost) {
    this.#host = host;
    this.#pending = new Pending(host.answerMs);
    this.#blocks = new ClaudeBlocks(host.writer);
    this.#cost = host.costBefore;
  }

  get state(): AgentState {
    return this.#state;
  }

  async open(): Promise<void> {
    const answer = asObject(await this.#request('initialize'));
    const models = asList(answer.models)
      .map(asObject)
      .flatMap((model) => modelOf(model) ?? []);
    this.#setState({ models, mode: asText(answer.current_permission_mode) });
  }

  prompt(text: string): void {
    this.#wasInterrupted = false;
    this.#blocks.nextTurn();
    this.#host.send({ type: 'user', message: { role: 'user', content: text } });
  }

  answer(permissionId: string, optionId: string): void {
    const waiting = this.#questions.take(permissionId);
    if (waiting === undefined) return;
    this.#respond(waiting.requestId, answerTo(waiting.question, optionId));
    this.#host.writer.answer(permissionId, optionId);
  }

  interrupt(): void {
    this.#wasInterrupted = true;
    void this.#request('interrupt').catch(() => undefined);
  }

  async choose({ model, mode }: DriverChoice): Promise<void> {
    if (model !== undefined) await this.#request('set_model', { model });
    if (mode !== undefined && !MODES.some(({ id }) => id === mode)) throw unknownMode(mode);
    if (mode !== undefined) await this.#request('set_permission_mode', { mode });
    this.#setState(defined<Partial<AgentState>>({ model, mode }));
  }

  receive(message: unknown): void {
    if (!isObject(message) || !this.#handle(message)) this.#host.writer.raw(message);
  }

  ended(error: PracticeError): void {
    this.#pending.rejectAll(error);
  }

  /** False for what has no event of its own. */
  #handle(message: Json): boolean {
    switch (message.type) {
      case 'control_response':
        return this.#answered(asObject(message.response));
      case 'control_request':
        return this.#asked(asText(message.request_id) ?? '', asObject(message.request));
      case 'control_cancel_request':
        this.#lapse(asText(message.request_id) ?? '');
        return true;
      case 'keep_alive':
        return true;
      default:
        return this.#handleTurn(message);
    }
  }

  #handleTurn(message: Json): boolean {
    switch (message.type) {
      case 'system':
        return this.#system(message);
      case 'stream_event':
        if (message.parent_tool_use_id != null) return false;
        this.#ensureRun();
        return this.#blocks.streamed(asObject(message.event));
      case 'assistant':
        if (message.parent_tool_use_id != null) return false;
        this.#ensureRun();
        return this.#blocks.whole(asObject(message.message));
      case 'user':
        return this.#blocks.results(asObject(message.message), message.tool_use_result, isRefused(message));
      case 'result':
        this.#endTurn(message);
        return true;
      default:
        return false;
    }
  }

  /** When a command in the background has ended, it goes on by itself, and ends that turn like any other. */
  #ensureRun(): void {
    const { writer } = this.#host;
    if (writer.runId === undefined) writer.startRun(crypto.randomUUID());
  }

  #system(message: Json): boolean {
    const id = asText(message.session_id);
    if (id !== undefined) this.#host.onSessionId(id);
    if (message.subtype !== 'init' && message.subtype !== 'status') return false;
    const seen = defined<Partial<AgentState>>({ model: asText(message.model), mode: asText(message.permissionMode) });
    if (Object.keys(seen).length > 0) this.#setState(seen);
    return true;
  }

  #endTurn(result: Json): void {
    const outcome = outcomeOf(result, this.#wasInterrupted, this.#cost);
    this.#cost = asAmount(result.total_cost_usd) ?? this.#cost;
    this.#questions.clear();
    this.#blocks.nextTurn();
    this.#host.writer.endRun(outcome);
  }

  #asked(requestId: string, request: Json): boolean {
    if (request.subtype !== 'can_use_tool') {
      const error = `${String(request.subtype)} is not supported here`;
      this.#host.send({ type: 'control_response', response: { subtype: 'error', request_id: requestId, error } });
      return false;
    }
    const { writer } = this.#host;
    const question = questionOf(request);
    const id = this.#questions.add(requestId, requestId, question);
    if (id === undefined) return true;
    const asked = askedOf(id, request, question, this.#host.cwd);
    const name = asText(request.tool_name) ?? 'tool';
    if (asked.toolCallId !== undefined) {
      writer.tool(asked.toolCallId, name);
      writer.toolDetail(claudeToolDetail(asked.toolCallId, name, question.input));
    }
    writer.ask(asked);
    return true;
  }

  #answered(response: Json): boolean {
    const id = response.request_id;
    if (response.subtype === 'success') return this.#pending.resolve(id, response.response);
    const message = `Claude Code refused: ${asText(response.error) ?? 'it did not say why'}`;
    return this.#pending.reject(id, new PracticeError('agent_failed', message, { reason: 'refused' }));
  }

  #lapse(requestId: string): void {
    const id = this.#questions.lapse(requestId);
    if (id !== undefined) this.#host.writer.answer(id);
  }

  #request(subtype: string, more: Json = {}): Promise<unknown> {
    const { id, answer } = this.#pending.ask(subtype);
    this.#host.send({ type: 'control_request', request_id: String(id), request: { subtype, ...more } });
    return answer;
  }

  #respond(requestId: unknown, response: Json): void {
    this.#host.send({ type: 'control_response', response: { subtype: 'success', request_id: requestId, response } });
  }

  #setState(change: { [Name in keyof AgentState]?: AgentState[Name] | undefined }): void {
    const before = JSON.stringify(this.#state);
    this.#state = { ...this.#state, ...defined<Partial<AgentState>>(change) };
    if (JSON.stringify(this.#state) !== before) this.#host.writer.state(this.#state);
  }
}

function modelOf(model: Json): AgentChoice | undefined {
  const id = asText(model.value);
  if (id === undefined) return undefined;
  return defined<AgentChoice>({ id, name: asText(model.displayName) ?? id, description: asText(model.description) });
}

function isRefused(message: Json): boolean {
  const [meta] = asList(message.tool_result_meta).map(asObject);
  return asObject(meta?.permission_decision).decision === 'reject';
}

function unknownMode(mode: string): PracticeError {
  const known = MODES.map(({ id }) => id).join(', ');
  return new PracticeError('agent_failed', `Claude Code has no mode "${mode}" here. Choose one of: ${known}.`, {
    reason: 'refused',
  });
}
