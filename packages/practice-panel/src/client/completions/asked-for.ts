import type { AskedFor } from '../options.js';

/** What a site's option says at the moment. */
export async function currentOf<T extends string | object | undefined>(option: AskedFor<T>): Promise<T> {
  return typeof option === 'function' ? await option() : option;
}
