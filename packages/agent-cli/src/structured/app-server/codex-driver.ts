import { PracticeError } from '@agent-factory/protocol';
import type { AgentChoice, AgentState, Usage } from '@agent-factory/protocol/conversations';
import { asAmount, asList, asObject, asText, defined, isObject, type Json } from '../../json.js';
import type { Driver, DriverChoice, DriverHost } from '../driver.js';
import type { RunOutcome } from '../events/event-writer.js';
import { Pending } from '../pending.js';
import { Questions } from '../questions.js';
import { APPROVALS, codexAsked } from './codex-approvals.js';
import { codexFailureCode } from './codex-failures.js';
import { CodexItems } from './codex-items-writer.js';
import { type CodexModes, codexModes } from './codex-modes.js';

/** What Codex says that needs no event: the state of things that nothing here shows. */
const QUIET = new Set([
  'thread/started',
  'thread/status/changed',
  'turn/started',
  'account/rateLimits/updated',
  'remoteControl/status/changed',
  'item/reasoning/summaryPartAdded',
  'thread/settings/updated',
  'skills/changed',
  'mcpServer/startupStatus/updated',
]);

/** Drives Codex 0.169 over `codex app-server`: JSON-RPC without its version field. */
export class CodexDriver implements Driver {
  readonly #host: DriverHost;
  readonly #items: CodexItems;
  readonly #pending: Pending;
  readonly #questions = new Questions<undefined>();
  #threadId = '';
  #turnId: string | undefined;
  #usage: Usage = {};
  #error: string | undefined;
  #interrupting = false;
  readonly #modes: CodexModes;
  #state: AgentState;

  constructor(host: DriverHost) {
    this.#host = host;
    this.#modes = codexModes(host);
    this.#state = {
      models: [],
      mode: this.#modes[0].id,
      modes: this.#modes.map(({ id, name, description }) => defined<AgentChoice>({ id, name, description })),
    };
    this.#pending = new Pending(host.answerMs);
    this.#items = new CodexItems(host.writer);
  }

  get state(): AgentState {
    return this.#state;
  }

  async open(): Promise<void> {
    await this.#request('initialize', { clientInfo: { name: 'practice', title: 'Practice', version: '1' } });
    this.#host.send({ method: 'initialized' });
    const { resume, cwd } = this.#host;
    const { approvalPolicy, sandbox } = this.#modes[0];
    const options = { cwd, approvalPolicy, sandbox };
    const opened = asObject(
      resume === undefined
        ? await this.#request('thread/start', options)
        : await this.#request('thread/resume', { threadId: resume, excludeTurns: true, ...options }),
    );
    this.#threadId = asText(asObject(opened.thread).id) ?? '';
    this.#host.onSessionId(this.#threadId);
    this.#setState({ model: asText(opened.model) });
    void this.#listModels();
  }

  prompt(text: string): void {
    this.#usage = {};
    this.#error = undefined;
    this.#turnId = undefined;
    this.#interrupting = false;
    const { model, mode } = this.#state;
    const { approvalPolicy, sandboxPolicy } = this.#modes.find(({ id }) => id === mode) ?? this.#modes[0];
    const input = [{ type: 'text', text }];
    const params = { threadId: this.#threadId, input, approvalPolicy, sandboxPolicy, ...(model && { model }) };
    this.#request('turn/start', params).then(
      (answer) => this.#begun(asText(asObject(asObject(answer).turn).id)),
      (error: PracticeError) =>
        this.#host.writer.endRun({ kind: 'failed', message: error.message, code: 'agent_error' }),
    );
  }

  answer(permissionId: string, optionId: string): void {
    const waiting = this.#questions.take(permissionId);
    if (waiting === undefined) return;
    this.#host.send({ id: waiting.requestId, result: { decision: optionId } });
    this.#host.writer.answer(permissionId, optionId);
  }

  /** A turn can only be interrupted once Codex has named it. */
  interrupt(): void {
    this.#interrupting = true;
    if (this.#turnId !== undefined) this.#interruptTurn(this.#turnId);
  }

  async choose({ model, mode }: DriverChoice): Promise<void> {
    if (mode !== undefined && !this.#modes.some(({ id }) => id === mode))
      throw refused(`it has no mode "${mode}" here`);
    this.#setState({ model: model ?? this.#state.model, mode: mode ?? this.#state.mode });
  }

  ended(error: PracticeError): void {
    this.#pending.rejectAll(error);
  }

  receive(message: unknown): void {
    if (!isObject(message) || !this.#handle(message)) this.#host.writer.raw(message);
  }

  #handle(message: Json): boolean {
    const method = asText(message.method);
    const params = asObject(message.params);
    if (method === undefined) return message.method === undefined && this.#answered(message);
    if (message.id !== undefined) return this.#asked(message.id, method, params);
    if (QUIET.has(method)) return true;
    if (params.threadId !== undefined && params.threadId !== this.#threadId) return false;
    return this.#notified(method, params);
  }

  #notified(method: string, params: Json): boolean {
    const itemId = asText(params.itemId) ?? '';
    const delta = asText(params.delta);
    switch (method) {
      case 'item/started':
        return this.#items.started(asObject(params.item));
      case 'item/completed':
        return this.#items.completed(asObject(params.item));
      case 'item/agentMessage/delta':
        if (delta !== undefined) this.#items.text(itemId, delta);
        return delta !== undefined;
      case 'item/reasoning/summaryTextDelta':
      case 'item/reasoning/textDelta':
        if (delta !== undefined) this.#items.reasoning(itemId, delta);
        return delta !== undefined;
      default:
        return this.#notifiedOfTurn(method, params);
    }
  }

  #notifiedOfTurn(method: string, params: Json): boolean {
    switch (method) {
      case 'thread/tokenUsage/updated':
        // After a resumption it tells that of the last turn again.
        if (this.#turnId === params.turnId)
          this.#usage = added(this.#usage, asObject(asObject(params.tokenUsage).last));
        return true;
      case 'turn/completed':
        this.#questions.clear();
        this.#host.writer.endRun(this.#outcome(asObject(params.turn)));
        return true;
      case 'serverRequest/resolved':
        return this.#lapse(params.requestId);
      case 'error':
        this.#error = asText(asObject(params.error).message);
        return false;
      default:
        return false;
    }
  }

  #outcome(turn: Json): RunOutcome {
    const facts = { usage: this.#usage };
    if (turn.status === 'interrupted') return { kind: 'cancelled', facts };
    if (turn.status !== 'failed') return { kind: 'done', facts };
    const message = asText(asObject(turn.error).message) ?? this.#error ?? 'Codex could not finish this turn.';
    return { kind: 'failed', message, code: codexFailureCode(message), facts };
  }

  #begun(turnId: string | undefined): void {
    this.#turnId = turnId;
    if (this.#interrupting && turnId !== undefined) this.#interruptTurn(turnId);
  }

  #interruptTurn(turnId: string): void {
    void this.#request('turn/interrupt', { threadId: this.#threadId, turnId }).catch(() => undefined);
  }

  #asked(id: unknown, method: string, params: Json): boolean {
    if (!APPROVALS.has(method)) {
      this.#host.send({ id, error: { code: -32601, message: `${method} is not supported here` } });
      return false;
    }
    const name = `approval-${String(id)}-${asText(params.itemId) ?? ''}`;
    const permissionId = this.#questions.add(name, id, undefined);
    if (permissionId !== undefined) this.#host.writer.ask(codexAsked(permissionId, method, params));
    return true;
  }

  /** It tells this of every request, ours to answer or not. */
  #lapse(requestId: unknown): boolean {
    const id = this.#questions.lapse(requestId);
    if (id !== undefined) this.#host.writer.answer(id);
    return true;
  }

  #answered({ id, result, error }: Json): boolean {
    if (error === undefined) return this.#pending.resolve(id, result);
    return this.#pending.reject(id, refused(asText(asObject(error).message) ?? 'it did not say why'));
  }

  #request(method: string, params: Json): Promise<unknown> {
    const { id, answer } = this.#pending.ask(method);
    this.#host.send({ id, method, params });
    return answer;
  }

  async #listModels(): Promise<void> {
    const answer = await this.#request('model/list', {}).catch(() => undefined);
    const models = asList(asObject(answer).data)
      .map(asObject)
      .filter(({ hidden }) => hidden !== true)
      .flatMap((model) => modelOf(model) ?? []);
    this.#setState({ models });
  }

  #setState(change: { [Name in keyof AgentState]?: AgentState[Name] | undefined }): void {
    this.#state = { ...this.#state, ...defined<Partial<AgentState>>(change) };
    this.#host.writer.state(this.#state);
  }
}

function modelOf(model: Json): AgentChoice | undefined {
  const id = asText(model.model) ?? asText(model.id);
  if (id === undefined) return undefined;
  return defined<AgentChoice>({ id, name: asText(model.displayName) ?? id, description: asText(model.description) });
}

/** A turn asks the model several times, and Codex reports each. It knows no prices. */
function added(total: Usage, last: Json): Usage {
  const plus = (name: keyof Usage, field: string) => (total[name] ?? 0) + (asAmount(last[field]) ?? 0);
  return {
    inputTokens: plus('inputTokens', 'inputTokens'),
    cachedInputTokens: plus('cachedInputTokens', 'cachedInputTokens'),
    outputTokens: plus('outputTokens', 'outputTokens'),
    reasoningTokens: plus('reasoningTokens', 'reasoningOutputTokens'),
  };
}

function refused(why: string): PracticeError {
  return new PracticeError('agent_failed', `Codex refused: ${why}`, { reason: 'refused' });
}
