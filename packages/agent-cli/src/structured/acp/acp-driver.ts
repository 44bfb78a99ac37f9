import { PracticeError } from '@agent-factory/protocol';
import type { AgentState, RunFacts } from '@agent-factory/protocol/conversations';
import { type ClientConnection, client, methods, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';
import { asAmount, asObject, asText, defined, isObject, type Json } from '../../json.js';
import { acpAsked } from '../../tools/acp-tools.js';
import type { Driver, DriverChoice, DriverHost } from '../driver.js';
import type { RunOutcome } from '../events/event-writer.js';
import { AcpRequests, refused } from './acp-requests.js';
import { acpState } from './acp-state.js';
import { AcpUpdates } from './acp-updates.js';
import { type MessageStream, messageStream } from './message-stream.js';
import { Replay } from './replay.js';

/** What the agent answers to a question that nobody answered. */
const CANCELLED = { outcome: { outcome: 'cancelled' } } as const;

/** Drives any agent that speaks the Agent Client Protocol, version 1. */
export class AcpDriver implements Driver {
  readonly #host: DriverHost;
  readonly #updates: AcpUpdates;
  readonly #messages: MessageStream;
  readonly #connection: ClientConnection;
  readonly #requests: AcpRequests;
  readonly #answers = new Map<string, (answer: Json) => void>();
  readonly #replay = new Replay();
  #questions = 0;
  #sessionId = '';
  #modelOption: string | undefined;
  #state: AgentState = { models: [], modes: [] };

  constructor(host: DriverHost) {
    this.#host = host;
    this.#updates = new AcpUpdates(host.writer);
    this.#messages = messageStream((message) => host.send(message));
    this.#connection = client({ name: 'practice' })
      .onRequest(methods.client.session.requestPermission, asObject, ({ params }) => this.#ask(params) as never)
      .connect(this.#messages.stream);
    this.#requests = new AcpRequests(this.#connection, host.answerMs);
  }

  get state(): AgentState {
    return this.#state;
  }

  async open(): Promise<void> {
    const agent = asObject(
      await this.#requests.ask(methods.agent.initialize, {
        protocolVersion: PROTOCOL_VERSION,
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        clientInfo: { name: 'practice', title: 'Practice', version: '1' },
      }),
    );
    if (agent.protocolVersion !== PROTOCOL_VERSION) throw otherVersion(agent.protocolVersion);
    await this.#openSession(asObject(agent.agentCapabilities));
  }

  async #openSession(abilities: Json): Promise<void> {
    const { resume, cwd } = this.#host;
    const session = { cwd, mcpServers: [] };
    const canResume = asObject(abilities.sessionCapabilities).resume != null;
    let opened: Json;
    if (resume === undefined) opened = asObject(await this.#requests.ask(methods.agent.session.new, session));
    else if (canResume)
      opened = asObject(await this.#requests.ask(methods.agent.session.resume, { sessionId: resume, ...session }));
    else if (abilities.loadSession === true) opened = await this.#load(resume, session);
    else throw refused('it cannot go on with a conversation after its process has ended');
    this.#sessionId = asText(opened.sessionId) ?? resume ?? '';
    this.#host.onSessionId(this.#sessionId);
    const { state, modelOption } = acpState(opened);
    this.#modelOption = modelOption;
    this.#setState(state);
  }

  /** Loading tells the whole conversation again, some agents after they have answered. */
  async #load(sessionId: string, session: Json): Promise<Json> {
    this.#replay.begin();
    const opened = asObject(await this.#requests.ask(methods.agent.session.load, { sessionId, ...session }));
    await this.#replay.over();
    return { sessionId, ...opened };
  }

  prompt(text: string): void {
    this.#updates.nextMessage();
    const prompt = [{ type: 'text', text }];
    this.#requests.send(methods.agent.session.prompt, { sessionId: this.#sessionId, prompt }).then(
      (answer) => this.#endTurn(asObject(answer)),
      (error: PracticeError) =>
        this.#host.writer.endRun({ kind: 'failed', message: error.message, code: codeOf(error.message) }),
    );
  }

  answer(permissionId: string, optionId: string): void {
    this.#reply(permissionId, { outcome: { outcome: 'selected', optionId } });
    this.#host.writer.answer(permissionId, optionId);
  }

  interrupt(): void {
    const cancelled = this.#connection.agent.notify(methods.agent.session.cancel, { sessionId: this.#sessionId });
    // It may have ended by now.
    cancelled.catch(() => undefined);
    for (const id of [...this.#answers.keys()]) this.#lapse(id);
  }

  async choose({ model, mode }: DriverChoice): Promise<void> {
    const sessionId = this.#sessionId;
    if (mode !== undefined && !this.#state.modes.some(({ id }) => id === mode))
      throw refused(`it has no mode "${mode}" here`);
    if (model !== undefined && this.#modelOption !== undefined) {
      const option = { sessionId, configId: this.#modelOption, value: model };
      await this.#requests.ask(methods.agent.session.setConfigOption, option);
    } else if (model !== undefined) await this.#requests.ask('session/set_model', { sessionId, modelId: model });
    if (mode !== undefined) await this.#requests.ask(methods.agent.session.setMode, { sessionId, modeId: mode });
    this.#setState({ ...this.#state, ...defined<Partial<AgentState>>({ model, mode }) });
  }

  ended(error: PracticeError): void {
    this.#requests.ended(error);
    this.#messages.close();
    this.#connection.close(error);
  }

  /** Updates go their own way: the SDK would drop those that it does not know. */
  receive(message: unknown): void {
    if (!isObject(message)) this.#host.writer.raw(message);
    else if (message.method === methods.client.session.update) this.#update(message, asObject(message.params));
    else if (!isPeerMessage(message) || !this.#pass(message)) this.#host.writer.raw(message);
  }

  /** To the SDK, which answers every request, if only that it knows none of that name. False for what nobody knows. */
  #pass(message: Json): boolean {
    const isKnown = message.method === undefined || message.method === methods.client.session.requestPermission;
    const isNotice = message.id === undefined && !isKnown;
    return (isNotice || this.#messages.push(message)) && isKnown;
  }

  #update(message: Json, { update }: Json): void {
    const known = asObject(update);
    if (this.#replay.takes(known)) return;
    const mode = known.sessionUpdate === 'current_mode_update' ? asText(known.currentModeId) : undefined;
    if (mode !== undefined) this.#setState({ ...this.#state, mode });
    else if (!this.#updates.write(known)) this.#host.writer.raw(message);
  }

  #ask(params: Json): Promise<Json> {
    this.#questions += 1;
    const id = `permission-${this.#host.writer.runId ?? 'idle'}-${this.#questions}`;
    this.#updates.tool(asObject(params.toolCall));
    const { writer, cwd } = this.#host;
    writer.ask(acpAsked(id, params, { agent: writer.source, cwd }));
    return new Promise((resolve) => this.#answers.set(id, resolve));
  }

  #reply(id: string, answer: Json): void {
    this.#answers.get(id)?.(answer);
    this.#answers.delete(id);
  }

  #lapse(id: string): void {
    this.#reply(id, CANCELLED);
    this.#host.writer.answer(id);
  }

  #endTurn({ stopReason, _meta, usage }: Json): void {
    for (const id of [...this.#answers.keys()]) this.#lapse(id);
    const facts = { usage: usageOf(asObject(usage), asObject(asObject(asObject(_meta).quota).token_count)) };
    this.#host.writer.endRun(outcomeOf(asText(stopReason), facts));
  }

  #setState(state: AgentState): void {
    this.#state = state;
    this.#host.writer.state(state);
  }
}

/**
 * A request, a notification or an answer; anything else would make the SDK answer with an error. A question that
 * cannot be answered is none: the SDK would drop it.
 */
function isPeerMessage(message: Json): boolean {
  if (message.method === methods.client.session.requestPermission && !isId(message.id)) return false;
  return typeof message.method === 'string' || (message.id != null && ('result' in message || 'error' in message));
}

function isId(id: unknown): boolean {
  return typeof id === 'string' || typeof id === 'number';
}

function outcomeOf(stopReason: string | undefined, facts: RunFacts): RunOutcome {
  if (stopReason === 'cancelled') return { kind: 'cancelled', facts };
  if (stopReason === 'end_turn') return { kind: 'done', facts };
  const message = `The agent stopped: ${stopReason ?? 'it did not say why'}.`;
  return { kind: 'failed', message, code: 'agent_error', facts };
}

/** Gemini CLI tells its usage in `_meta`. */
function usageOf(usage: Json, gemini: Json) {
  return defined({
    inputTokens: asAmount(usage.inputTokens) ?? asAmount(gemini.input_tokens),
    cachedInputTokens: asAmount(usage.cachedReadTokens),
    outputTokens: asAmount(usage.outputTokens) ?? asAmount(gemini.output_tokens),
    reasoningTokens: asAmount(usage.thoughtTokens),
  });
}

function codeOf(message: string): string {
  return /auth(entication)? required|api key|log ?in|unauthori[sz]ed/i.test(message) ? 'not_signed_in' : 'agent_error';
}

function otherVersion(version: unknown): PracticeError {
  const message = `The agent speaks version ${String(version)} of the Agent Client Protocol, and this practice server version ${PROTOCOL_VERSION}. Update the agent or the practice server.`;
  return new PracticeError('agent_failed', message, { reason: 'protocol' });
}
