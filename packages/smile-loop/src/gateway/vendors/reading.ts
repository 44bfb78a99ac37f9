/** Tokens of one answer. `input` is all that went in: what came from a vendor's cache and what was put there too. */
export interface Usage {
  input: number;
  /** Part of `input`, read from the cache. */
  cacheRead: number;
  /** Part of `input`, written to a cache that lasts minutes. */
  cacheWrite: number;
  /** Part of `input`, written to a cache that lasts an hour. */
  cacheWriteLong: number;
  output: number;
}

export const NO_USAGE: Readonly<Usage> = { input: 0, cacheRead: 0, cacheWrite: 0, cacheWriteLong: 0, output: 0 };

/** What has been read of an answer so far. */
export interface Reading {
  usage: Usage;
  /** Characters of the answer, where its events do not tell how many tokens they are. */
  writtenChars: number;
  /** The model that answered, if the answer names it. */
  model: string | undefined;
  /** In the vendor's word. */
  stopReason: string | undefined;
  /** The model, or what guards it, would not do it. */
  refusal: boolean;
  /** The answer has come to the end that the vendor marks. */
  ended: boolean;
}

export function newReading(): Reading {
  return {
    ...{ usage: { ...NO_USAGE }, writtenChars: 0 },
    ...{ model: undefined, stopReason: undefined, refusal: false, ended: false },
  };
}
