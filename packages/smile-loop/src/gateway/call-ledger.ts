import { readAnswer } from './answer.js';
import type { Watch } from './ask-upstream.js';
import { estimatedInput, mostOf, usageOfBroken } from './cost/estimate.js';
import { costOf } from './cost/prices.js';
import type { Exchange } from './exchange.js';
import type { GatewayOptions, ModelCall } from './gateway-options.js';
import type { RecordedAnswer } from './recording/recorded-answer.js';
import { RETRY_AFTER_S, Refused } from './refused.js';
import type { Relayed } from './relay.js';
import { NO_USAGE, newReading, type Reading, type Usage } from './vendors/reading.js';

/** What servers write down for a client that went away before its answer. */
const CLIENT_GONE = 499;
/**
 * Calls of one role under way at a time. Claude Code runs ten tools at a time, each of which may be an agent that asks
 * its model, beside the one that waits for them and a question on the side; the other CLIs ask one or two.
 */
const MAX_CALLS = 12;

type Options = Pick<GatewayOptions, 'budget' | 'prices' | 'onCall'>;

/** Disposing it says that it is no more under way. */
interface OpenCall extends Disposable {
  end(relayed: Relayed): void;
  /** `hasBegun` says whether the vendor had begun to answer. */
  fail(refused: Refused, hasBegun: boolean): void;
}

/** Writes down every answer of a model and charges it. Counts and lists cost nothing and are not told. */
export class CallLedger {
  readonly #options: Options;
  readonly #open = new Set<Exchange>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Throws `Refused` where there are too many under way, or those may use up what is left of the budget. */
  begin(exchange: Exchange, watch: Watch): OpenCall {
    const start = performance.now();
    const release = this.#enter(exchange);
    const told = (reading: Reading, status: number, note: string | undefined, usage = reading.usage) =>
      this.#tell(exchange, { reading, status, note, usage, durationMs: Math.round(performance.now() - start) });
    return {
      end: ({ status, reading, failure }) => {
        release();
        const broken = watch.hasGone ? CLIENT_GONE : 502;
        const { usage, writtenChars } = reading;
        const used = failure ? usageOfBroken(usage, exchange.bytes, writtenChars) : usage;
        told(reading, failure ? broken : status, failure?.message, used);
      },
      fail: (refused, hasBegun) => {
        release();
        if (refused.refusal.code !== 'upstream_failed') return;
        // Whoever goes away, or is sent away, before the first byte is charged too: the vendor has been asked.
        const used = hasBegun || watch.signal.aborted ? estimatedInput(exchange.bytes) : undefined;
        told(newReading(), watch.hasGone ? CLIENT_GONE : refused.status, refused.message, used);
      },
      [Symbol.dispose]: release,
    };
  }

  /** What is given back may be called again. */
  #enter(exchange: Exchange): () => void {
    const { agent, kind, bytes, body = {}, vendor, model } = exchange;
    if ([...this.#open].filter((one) => one.agent.role === agent.role).length >= MAX_CALLS) throw tooManyCalls();
    const { budget, prices } = this.#options;
    if (kind === 'answer' && !budget.hasRoom) throw tooManyCalls();
    const most = kind === 'answer' ? mostOf(bytes, vendor.maxOutput(body)) : NO_USAGE;
    const letGo = budget.hold({ usd: costOf(prices, model, most), tokensIn: most.input, tokensOut: most.output });
    this.#open.add(exchange);
    return () => {
      this.#open.delete(exchange);
      letGo();
    };
  }

  /** Free, whatever it cost once. */
  cached(exchange: Exchange, answer: RecordedAnswer, bytes: Buffer, note: string | undefined): void {
    if (exchange.kind !== 'answer') return;
    const reading = readAnswer(exchange.vendor, answer.contentType, bytes);
    const facts = { reading, status: answer.status, note, usage: reading.usage, durationMs: 0 };
    this.#options.onCall({ ...callOf(exchange, facts), usd: 0, cached: true });
  }

  #tell(exchange: Exchange, facts: Facts): void {
    if (exchange.kind !== 'answer') return;
    const call = { ...callOf(exchange, facts), usd: this.#costOf(exchange, facts) };
    this.#options.budget.charge(call);
    this.#options.onCall(call);
  }

  #costOf({ model }: Exchange, { reading, usage }: Facts): number | null {
    if (usage.input + usage.output === 0) return 0;
    return costOf(this.#options.prices, model, usage) ?? costOf(this.#options.prices, reading.model ?? '', usage);
  }
}

interface Facts {
  readonly reading: Reading;
  readonly usage: Usage;
  readonly status: number;
  readonly note: string | undefined;
  readonly durationMs: number;
}

function callOf({ agent, model }: Exchange, { reading, usage, status, note, durationMs }: Facts): ModelCall {
  return {
    ...{ agent: agent.role, provider: agent.provider, iteration: agent.iteration, status, note, durationMs },
    model: model || (reading.model ?? ''),
    tokensIn: usage.input,
    cachedTokensIn: usage.cacheRead,
    tokensOut: usage.output,
    usd: null,
    cached: false,
    estimated: usage !== reading.usage,
    stopReason: reading.stopReason,
    refusal: reading.refusal,
  };
}

/** In the words by which every CLI knows that it helps to wait. */
function tooManyCalls(): Refused {
  const message = `Too many requests at a time, or too many for what is left of the budget. Please retry in ${RETRY_AFTER_S}s.`;
  return new Refused('too_many_calls', message);
}
