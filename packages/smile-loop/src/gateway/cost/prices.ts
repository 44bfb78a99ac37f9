import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { SmileError } from '../../contract/errors.js';
import type { Usage } from '../vendors/reading.js';
import { PRICES, type Price, type Rate } from './price-list.js';

const TOKENS_OF_A_PRICE = 1_000_000;

const dollars = z.number().min(0);
const rate = {
  input: dollars,
  cacheRead: dollars,
  cacheWrite: dollars.optional(),
  cacheWriteLong: dollars.optional(),
  output: dollars,
};
const fileSchema = z.record(
  z.string(),
  z.object({ ...rate, above: z.object({ ...rate, tokens: z.number().int().min(1) }).optional() }),
);

export type Prices = ReadonlyMap<string, Price>;

/** The built-in list: what is not in it has no known cost. */
export function builtInPrices(): Prices {
  return new Map(Object.entries(PRICES));
}

/**
 * The built-in list with a file's prices over it: JSON, by model, in US dollars for a million tokens.
 * Throws `config_unreadable` or `config_invalid`.
 */
export async function loadPrices(file: string): Promise<Prices> {
  const told = fileSchema.safeParse(await readJson(file));
  if (!told.success) {
    throw new SmileError('config_invalid', `The prices in ${file} are not valid: ${z.prettifyError(told.error)}`, {
      file,
    });
  }
  const own = Object.entries(told.data).map(([model, price]) => [model, { ...price, source: 'vendor' }] as const);
  return new Map([...builtInPrices(), ...own]);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new SmileError('config_unreadable', `The prices in ${file} cannot be read: ${String(error)}`, { file });
  }
}

/** US dollars; null where the model has no known price. */
export function costOf(prices: Prices, model: string, usage: Usage): number | null {
  const price = priceOf(prices, model);
  if (!price) return null;
  const { above } = price;
  return atRate(above && usage.input > above.tokens ? above : price, usage) / TOKENS_OF_A_PRICE;
}

function atRate(
  { input, cacheRead, cacheWrite = input, cacheWriteLong = cacheWrite, output }: Rate,
  usage: Usage,
): number {
  const fresh = Math.max(usage.input - usage.cacheRead - usage.cacheWrite - usage.cacheWriteLong, 0);
  return (
    fresh * input +
    usage.cacheRead * cacheRead +
    usage.cacheWrite * cacheWrite +
    usage.cacheWriteLong * cacheWriteLong +
    usage.output * output
  );
}

/** By name, else without what a vendor or a CLI puts behind it: a date, `-latest`, the size of the window. */
function priceOf(prices: Prices, model: string): Price | undefined {
  const plain = model.replace(/^models\//, '').replace(/\[1m\]$/, '');
  return prices.get(plain) ?? prices.get(plain.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, ''));
}
