import open from 'open';
import { type Context, note } from './context.js';

/** Opens an address in the browser. Where that fails, the author has the address. */
export function openPage(context: Context, address: string): void {
  open(address).catch((error: unknown) => note(context, `The browser could not be opened: ${String(error)}`));
}
