import { setV8Flag } from './flags.js';

/** How many bytes of its bytecode a function has run when it is compiled for speed; V8's own choice is 67,584. */
const BUDGET_BYTES = 15_000;

/**
 * Lets what is done for every key be compiled for speed after some hundred keys: by V8's own choice it takes two
 * thousand, which are minutes of typing, and after a rest begins anew. Nothing is gained before the start is over, when
 * most functions run a few times and never again. Only Node 20 has the flag. Later ones hardly need it: by their own
 * choice they compile after some hundred calls.
 */
export function compileSooner(): void {
  setV8Flag('interrupt-budget', BUDGET_BYTES);
}
