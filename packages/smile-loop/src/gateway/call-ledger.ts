import { readAnswer } from './answer.js';
import type { Watch } from './ask-upstream.js';
import { costOf } from './cost/prices.js';
import type { Exchange } from './exchange.js';
import type { GatewayOptions, ModelCall } from './gateway-options.js';
import type { RecordedAnswer } from './recording/recorded-answer.js';
import type { Refused } from './refused.js';
import type { Relayed } from './relay.js';
import { NO_USAGE, newReading, type Reading, type Usage } from './vendors/reading.js';

/** What servers write down for a client that went away before its answer. */
const CLIENT_GONE = 499;
/** Of English and code: what vendors tell as a rule of thumb. */
const BYTES_PER_TOKEN = 4;

type Options = Pick<GatewayOptions, 'budget' | 'prices' | 'onCall'>;

interface OpenCall {
  end(relayed: Relayed): void;
  fail(refused: Refused): void;
}

/** Writes down every answer of a model and charges it. Counts and lists cost nothing and are not told. */
export class CallLedger {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  begin(exchange: Exchange, watch: Watch): OpenCall {
    const start = performance.now();
    const told = (reading: Reading, status: number, note: string | undefined, usage = reading.usage) =>
      this.#tell(exchange, { reading, status, note, usage, durationMs: Math.round(performance.now() - start) });
    return {
      end: ({ status, reading, failure }) => {
        const broken = watch.hasGone ? CLIENT_GONE : 502;
        const guessed = failure && reading.usage.input === 0 ? guess(exchange) : reading.usage;
        told(reading, failure ? broken : status, failure?.message, guessed);
      },
      fail: (refused) => {
        if (refused.refusal.code !== 'upstream_failed') return;
        told(newReading(), watch.hasGone ? CLIENT_GONE : refused.status, refused.message);
      },
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

/** The vendor charges for what it has read, also where nobody waited for its count. */
function guess({ bytes }: Exchange): Usage {
  return { ...NO_USAGE, input: Math.ceil(bytes.length / BYTES_PER_TOKEN) };
}
