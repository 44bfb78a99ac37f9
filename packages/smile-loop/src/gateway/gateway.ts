import type { IncomingMessage, ServerResponse } from 'node:http';
import { askUpstream, Watch } from './ask-upstream.js';
import { CallLedger } from './call-ledger.js';
import { agentFor, type Exchange, exchangeOf, targetOf } from './exchange.js';
import { type GatewayOptions, PATIENCE } from './gateway-options.js';
import { keyOf } from './recording/key.js';
import { bytesOf } from './recording/recorded-answer.js';
import type { Asked, Found } from './recording/recordings.js';
import { Refused, sendRefusal } from './refused.js';
import { type Relayed, relayAnswer } from './relay.js';
import { listOf } from './vendors/json.js';

export interface Gateway extends AsyncDisposable {
  /** Answers a request below `/model/`. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** The one way from an agent in a container to its model. Disposing it ends the calls that are under way. */
export function createGateway(options: GatewayOptions): Gateway {
  return new ModelGateway(options);
}

class ModelGateway implements Gateway {
  readonly #options: GatewayOptions;
  readonly #ledger: CallLedger;
  readonly #open = new Map<Watch, Promise<void>>();

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#ledger = new CallLedger(options);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    using watch = new Watch();
    response.once('close', () => watch.clientGone());
    const done = this.#serve(request, response, watch);
    this.#open.set(watch, done);
    await done;
    this.#open.delete(watch);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const watch of this.#open.keys()) watch.end('the run has ended');
    await Promise.all(this.#open.values());
  }

  async #serve(request: IncomingMessage, response: ServerResponse, watch: Watch): Promise<void> {
    const target = targetOf(request.url ?? '');
    if (!target)
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such vendor.\n');
    let agent: Exchange['agent'] | undefined;
    try {
      agent = agentFor(target, request, this.#options.tokens);
      await this.#answer(await exchangeOf(target, request, agent), request, response, watch);
    } catch (error) {
      const refused = error instanceof Refused ? error : new Refused('upstream_failed', 'The gateway failed.');
      // A request that broke off is nobody's mistake.
      if (refused !== error && !request.errored) this.#options.onProblem(error);
      this.#options.onRefused?.(refused.refusal, agent);
      sendRefusal(response, target.vendor, refused);
    }
  }

  async #answer(exchange: Exchange, request: IncomingMessage, response: ServerResponse, watch: Watch): Promise<void> {
    if (exchange.kind === 'probe') return void response.writeHead(200).end();
    const asked = askedOf(exchange);
    const found = this.#options.recordings?.find(asked);
    if (found) return this.#replay(exchange, found, response);
    if (this.#options.recordings?.mode === 'replay') {
      throw new Refused('recording_missing', 'The recorded run has no answer to this request.');
    }
    this.#checkBudget(exchange);
    await this.#ask(exchange, asked, { request, response, watch });
  }

  #replay(exchange: Exchange, { answer, divergence }: Found, response: ServerResponse): void {
    const bytes = bytesOf(answer);
    this.#ledger.cached(exchange, answer, bytes, divergence);
    response.writeHead(answer.status, { 'content-type': answer.contentType }).end(bytes);
  }

  #checkBudget({ kind }: Exchange): void {
    const limit = kind === 'answer' ? this.#options.budget.exhausted : undefined;
    if (limit !== undefined) throw new Refused('budget_spent', `The budget of this run is spent: ${limit}.`);
  }

  async #ask(exchange: Exchange, asked: Asked, { request, response, watch }: Wires): Promise<void> {
    const upstream = this.#options.upstreams[exchange.vendor.name];
    const { beginMs, pauseMs } = this.#options.patience ?? PATIENCE;
    using call = this.#ledger.begin(exchange, watch);
    watch.expect(beginMs);
    let hasBegun = false;
    try {
      const answered = await askUpstream(exchange, request.headers, upstream, watch.signal);
      hasBegun = answered.ok;
      const relayed = await relayAnswer({ exchange, answered, response, watch, pauseMs, upstream });
      call.end(relayed);
      await this.#keep(asked, relayed, upstream.secrets);
    } catch (error) {
      if (error instanceof Refused) call.fail(error, hasBegun);
      throw error;
    }
  }

  async #keep(asked: Asked, relayed: Relayed, secrets: readonly string[]): Promise<void> {
    const { status, failure, bytes, contentType, reading } = relayed;
    const { recordings, onProblem } = this.#options;
    if (!recordings || status !== 200 || failure || reading.stopReason === 'error') return;
    if (secrets.some((secret) => bytes.includes(secret))) return;
    await recordings.keep(asked, { status, contentType, bytes }).catch(onProblem);
  }
}

interface Wires {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly watch: Watch;
}

function askedOf(exchange: Exchange): Asked {
  const { vendor, agent, kind, method, path, query, body, model } = exchange;
  const { role, iteration } = agent;
  const turn = vendor.toolLists(body ?? {}).some((tools) => listOf(tools).length > 0) ? 'turn' : 'side';
  return {
    key: keyOf({ vendor: vendor.name, role, method, path: `${path}${query}`, body }),
    ...{ vendor: vendor.name, role, iteration, model },
    lane: kind === 'answer' ? turn : kind,
  };
}
