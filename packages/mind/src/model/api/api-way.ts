import type AnthropicClient from '@anthropic-ai/sdk';
import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages';
import { addUsage, costOfTokens, NO_USAGE, SEARCH_USD, type Usage } from '../../settings/models-list.js';
import type { Charge } from '../budget/charge.js';
import { MAX_SEARCHES, mostOf } from '../budget/estimate.js';
import { unusable } from '../errors.js';
import { masked } from '../masked.js';
import type { Failure, Question, Reply, Way } from '../question.js';
import type { ApiAccess } from './access.js';
import { apiFailure } from './api-failures.js';
import type { Clients } from './clients.js';
import { withDeadline } from './deadline.js';
import { answersIn, endingOf, messageSchema, type ReadMessage } from './message.js';
import { withRetries } from './tries.js';

/** Milliseconds for one request, until its answer is there whole. Answers that search the web take minutes. */
const REQUEST_MS = 180_000;
/** Milliseconds for a call with all of its requests: nobody waits longer. */
const CALL_MS = 600_000;
/** How often a model that pauses in a long turn of its tools is told to go on. */
const MAX_PAUSES = 3;

/** Milliseconds of one request, and of all of a call. */
export interface ApiTimes {
  readonly requestMs?: number | undefined;
  readonly callMs?: number | undefined;
}

/** The Messages API, with a key (spec FR-084). */
export class ApiWay implements Way {
  readonly #clients: Clients;
  readonly #access: ApiAccess;
  readonly #requestMs: number;
  readonly #callMs: number;

  constructor(clients: Clients, access: ApiAccess, { requestMs = REQUEST_MS, callMs = CALL_MS }: ApiTimes = {}) {
    this.#clients = clients;
    this.#access = access;
    this.#requestMs = requestMs;
    this.#callMs = callMs;
  }

  async send(question: Question, charge: Charge, signal: AbortSignal): Promise<Reply> {
    const client = await this.#clients.of(this.#access);
    const endsAt = performance.now() + this.#callMs;
    const leftMs = () => endsAt - performance.now();
    const content: ReadMessage['content'] = [];
    let usage = NO_USAGE;
    for (let pauses = 0; ; pauses++) {
      const params = paramsOf(question, content);
      const message = await withRetries({
        send: () => this.#create(client, params, { signal, ms: Math.min(this.#requestMs, leftMs()) }),
        failureOf: (error) => this.failureOf(error),
        usd: mostOf(question, content.length === 0 ? '' : JSON.stringify(content)),
        // What was used before is in the row of the try that has failed.
        onFailed: () => {
          usage = NO_USAGE;
        },
        ...{ charge, signal, leftMs },
      });
      usage = addUsage(usage, message.usage ?? NO_USAGE);
      settle(charge, question, message);
      content.push(...message.content);
      if (message.stop_reason === 'pause_turn' && pauses < MAX_PAUSES && leftMs() > 0) continue;
      return this.#replyOf(message, content, usage);
    }
  }

  failureOf(error: unknown): Failure {
    return apiFailure(error, this.#access);
  }

  /** A model that was shown the key, or has found one, does not pass it on. */
  #replyOf({ stop_reason, stop_details }: ReadMessage, content: ReadMessage['content'], usage: Usage): Reply {
    const ending = endingOf(stop_reason);
    const texts = answersIn(content);
    const said = ending === 'refused' && texts.length === 0 ? [stop_details?.explanation ?? ''] : texts;
    return { texts: said.map((text) => masked(text, this.#access.secret)), ending, usage };
  }

  async #create(
    client: AnthropicClient,
    params: MessageCreateParamsNonStreaming,
    { signal, ms }: { readonly signal: AbortSignal; readonly ms: number },
  ): Promise<ReadMessage> {
    const answer = await withDeadline(ms, signal, (both) =>
      client.messages.create(params, { signal: both, timeout: this.#requestMs }),
    );
    const read = messageSchema.safeParse(answer);
    if (read.success) return read.data;
    throw unusable(['It is not a message of the Messages API']);
  }
}

function paramsOf(question: Question, content: ReadMessage['content']): MessageCreateParamsNonStreaming {
  const { model, systemPrompt, userMessage, maxTokens, format, tools } = question;
  const soFar = content.length === 0 ? [] : [{ role: 'assistant', content }];
  const params = {
    model: model.id,
    max_tokens: maxTokens,
    system: systemPrompt,
    messages: [{ role: 'user', content: userMessage }, ...soFar],
    output_config: { format },
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ ...tool, max_uses: MAX_SEARCHES })) }),
  };
  // What a model has said is given back to it as it came, and connector tools are those that the caller names.
  return params as unknown as MessageCreateParamsNonStreaming;
}

function settle(charge: Charge, { model }: Question, { usage }: ReadMessage): void {
  if (usage === undefined) charge.settleInFull();
  else charge.settle(costOfTokens(model, usage) + usage.searches * SEARCH_USD);
}
