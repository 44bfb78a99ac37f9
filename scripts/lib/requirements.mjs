import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stdout } from 'node:process';
import { ROOT } from './run.mjs';

/**
 * What a title has in brackets and reads like a requirement, right or misspelt: two or three words, as in
 * "[practice-environment 1.4 refresh]" or "[1.4 refresh]". Brackets of example data hold quotes or commas.
 */
const NAMED = /\[([\w.-]+(?: [\w.-]+){1,2})\]/g;

/**
 * Holds the requirements against the titles of the tests that passed. `unproven` are the ids that no title names,
 * `unknown` the [name, title] pairs of what titles name and is no requirement.
 */
export function compareRequirements(requirements, titles) {
  const named = titles.flatMap((title) => [...title.matchAll(NAMED)].map(([, name]) => [name, title]));
  const names = new Set(named.map(([name]) => name));
  return {
    unproven: Object.keys(requirements).filter((id) => !names.has(id)),
    unknown: named.filter(([name]) => !Object.hasOwn(requirements, name)),
  };
}

/** Every requirement has to be named by a test that passed, and nothing may be named that is none. */
export function checkRequirements(titles) {
  const requirements = JSON.parse(readFileSync(join(ROOT, 'packages/acceptance/requirements.json'), 'utf8'));
  const { unproven, unknown } = compareRequirements(requirements, titles);
  const count = Object.keys(requirements).length;
  const holds = unproven.length === 0 && unknown.length === 0;
  stdout.write(`\n── requirements\n`);
  for (const id of unproven) stdout.write(`No test that passed names [${id}]: ${requirements[id]}\n`);
  for (const [name, title] of unknown)
    stdout.write(`There is no requirement [${name}], which a test names: ${title}\n`);
  stdout.write(`${holds ? '✓' : '✗'} requirements: ${count - unproven.length} of ${count} proven\n`);
  return { passed: holds ? 1 : 0, failed: holds ? 0 : 1, titles: [] };
}
