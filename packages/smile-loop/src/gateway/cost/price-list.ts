/** US dollars for a million tokens. */
export interface Rate {
  readonly input: number;
  readonly cacheRead: number;
  /** Written to a cache that lasts minutes; as `input`, where it is not told. */
  readonly cacheWrite?: number | undefined;
  /** Written to a cache that lasts an hour; as `cacheWrite`, where it is not told. */
  readonly cacheWriteLong?: number | undefined;
  readonly output: number;
}

export interface Price extends Rate {
  /** What a request costs, all of it, whose input has more tokens than `tokens`. */
  readonly above?: (Rate & { readonly tokens: number }) | undefined;
  /**
   * How well it is known: read on a page of the vendor; read in somebody else's account of such a page; or put in
   * from what was known before, with no page seen.
   */
  readonly source: 'vendor' | 'second_hand' | 'unverified';
}

type Source = Price['source'];

/** This vendor writes to its caches at 1.25 and 2 times the price of input. */
function anthropic(input: number, cacheRead: number, output: number, source: Source): Price {
  return { ...anthropicRate(input, cacheRead, output), source };
}

function anthropicRate(input: number, cacheRead: number, output: number): Rate {
  return { input, cacheRead, cacheWrite: input * 1.25, cacheWriteLong: input * 2, output };
}

function flat(input: number, cacheRead: number, output: number, source: Source): Price {
  return { input, cacheRead, output, source };
}

/** Tokens of input above which the newer models of OpenAI cost more, and those of Google. */
const OPENAI_LONG = 272_000;
const GOOGLE_LONG = 200_000;

/** List prices by model, without the date that a model's name may end in, as they were on 2026-11-26. */
export const PRICES: Readonly<Record<string, Price>> = {
  'claude-fable-5-1': anthropic(10, 0.25, 50, 'vendor'),
  'claude-fable-5': anthropic(10, 1, 50, 'vendor'),
  // Input and output are the vendor's; the price of its cache was only seen second hand.
  'claude-opus-5-5': anthropic(4, 0.2, 20, 'second_hand'),
  'claude-opus-5': anthropic(5, 0.5, 25, 'vendor'),
  'claude-opus-4-8': anthropic(5, 0.5, 25, 'vendor'),
  'claude-opus-4-7': anthropic(5, 0.5, 25, 'vendor'),
  'claude-opus-4-6': anthropic(5, 0.5, 25, 'vendor'),
  'claude-opus-4-5': anthropic(5, 0.5, 25, 'vendor'),
  'claude-opus-4-1': anthropic(15, 1.5, 75, 'vendor'),
  // The vendor's page that was seen is older than the lower price of the cache, of 2026-10-07.
  'claude-sonnet-5-5': anthropic(2, 0.1, 10, 'second_hand'),
  'claude-sonnet-5': anthropic(2, 0.2, 10, 'vendor'),
  'claude-sonnet-4-6': anthropic(3, 0.3, 15, 'second_hand'),
  'claude-sonnet-4-5': anthropic(3, 0.3, 15, 'second_hand'),
  'claude-haiku-5-5': {
    ...anthropic(0.1, 0.01, 0.5, 'second_hand'),
    above: { tokens: 100_000, ...anthropicRate(0.5, 0.05, 2.5) },
  },
  // Input and output are the vendor's; the price of its cache was only seen second hand.
  'claude-haiku-4-5': anthropic(1, 0.1, 5, 'second_hand'),

  'gpt-6.2-astra': {
    ...flat(8, 0.4, 40, 'second_hand'),
    cacheWrite: 10,
    above: { tokens: OPENAI_LONG, input: 16, cacheRead: 0.8, cacheWrite: 20, output: 60 },
  },
  'gpt-6.2-sol': {
    ...flat(2, 0.1, 10, 'second_hand'),
    cacheWrite: 2.5,
    above: { tokens: OPENAI_LONG, input: 4, cacheRead: 0.2, cacheWrite: 5, output: 15 },
  },
  'gpt-6.1-sol': {
    ...flat(2, 0.1, 10, 'second_hand'),
    cacheWrite: 2.5,
    above: { tokens: OPENAI_LONG, input: 4, cacheRead: 0.2, output: 15 },
  },
  // Those that follow cost more above 272,000 tokens as well: how much, was not found.
  'gpt-6-astra': { ...flat(10, 1, 50, 'second_hand'), cacheWrite: 12.5 },
  'gpt-6-sol': { ...flat(2, 0.2, 10, 'second_hand'), cacheWrite: 2.5 },
  'gpt-6-luna': { ...flat(0.1, 0.01, 0.5, 'second_hand'), cacheWrite: 0.125 },
  'gpt-5.6-terra': flat(2, 0.2, 12, 'second_hand'),
  'gpt-5.6-luna': flat(0.2, 0.02, 1.2, 'second_hand'),
  'gpt-5.4': flat(2.5, 0.25, 15, 'second_hand'),
  'gpt-5.4-mini': flat(0.75, 0.075, 4.5, 'second_hand'),
  'gpt-5.3-codex': flat(1.75, 0.175, 14, 'second_hand'),
  'gpt-5.2-codex': flat(1.75, 0.175, 14, 'second_hand'),
  'gpt-5.2': flat(1.75, 0.175, 14, 'second_hand'),
  'gpt-5.1': flat(1.25, 0.125, 10, 'second_hand'),
  'gpt-5.1-codex': flat(1.25, 0.125, 10, 'unverified'),
  'gpt-5-codex': flat(1.25, 0.125, 10, 'vendor'),
  'gpt-5': flat(1.25, 0.125, 10, 'second_hand'),
  'gpt-5-mini': flat(0.25, 0.025, 2, 'second_hand'),

  'gemini-4-neon': flat(3, 0.15, 15, 'second_hand'),
  'gemini-4-hydrogen': flat(1.5, 0.075, 7.5, 'second_hand'),
  'gemini-3-pro-preview': {
    ...flat(2, 0.2, 12, 'second_hand'),
    above: { tokens: GOOGLE_LONG, input: 4, cacheRead: 0.4, output: 18 },
  },
  'gemini-3-flash-preview': flat(0.5, 0.05, 3, 'unverified'),
  'gemini-2.5-pro': {
    ...flat(1.25, 0.125, 10, 'unverified'),
    above: { tokens: GOOGLE_LONG, input: 2.5, cacheRead: 0.25, output: 15 },
  },
  'gemini-2.5-flash': flat(0.3, 0.03, 2.5, 'unverified'),
  'gemini-2.5-flash-lite': flat(0.1, 0.01, 0.4, 'unverified'),
};
