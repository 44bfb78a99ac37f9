import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FILE = 'node_modules/.practice-smile/results.json';

/** What the last runs have said, by what was tried: `{ hash, outcome, code, gaps: [{ line, title }] }`. */
export class Results {
  #path;
  #byTarget;

  constructor(root) {
    this.#path = join(root, FILE);
    this.#byTarget = read(this.#path);
  }

  /** What was said of exactly this content; undefined where a run has said nothing of it. */
  saidOf(target, hash) {
    const last = this.#byTarget[target];
    return last?.hash === hash && ['passed', 'docs_gap'].includes(last.outcome) ? last : undefined;
  }

  /** Kept at once, whole or not at all: a stop in the next run takes nothing away. */
  keep(target, result) {
    this.#byTarget[target] = result;
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(`${this.#path}.new`, `${JSON.stringify(this.#byTarget, null, 2)}\n`);
    renameSync(`${this.#path}.new`, this.#path);
  }
}

/** A file that is missing or broken costs new runs, nothing else. */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
