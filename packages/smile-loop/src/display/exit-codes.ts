import { EXIT_CODES } from '../contract/errors.js';

/** What each exit code means; a code that is not explained does not compile. */
const MEANING: Readonly<Record<keyof typeof EXIT_CODES, string>> = {
  docs_gap: 'the tutorial has gaps',
  usage: 'the arguments or the configuration are wrong',
  budget_exhausted: 'iterations, time or money were spent before it could tell',
  infra_error: 'the machine, the container engine, the network or the model’s API failed',
  harness_error: 'this program failed, or could not read what an agent answered',
  agent_refusal: 'the model refused to follow the tutorial',
  busy: 'another loop is running',
  stopped: 'it was stopped',
};

/** For programs and `--help`, in the order of the numbers. */
export function exitCodes(): { code: number; meaning: string }[] {
  const names = Object.keys(MEANING) as (keyof typeof EXIT_CODES)[];
  const all = names.map((name) => ({ code: EXIT_CODES[name], meaning: MEANING[name] }));
  return [{ code: 0, meaning: 'a student completed the tutorial by its text alone' }, ...all];
}

/** The block of `--help`. */
export function exitCodesText(): string {
  const lines = exitCodes().map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`);
  return ['Exit codes:', ...lines].join('\n');
}
