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
 * Holds the requirements against the titles of the tests that passed, and of those that are left to another run.
 * `unproven` are the ids that no title names, `left` those that only the latter name, `unknown` the [name, title] pairs of
 * what titles name and is no requirement.
 */
export function compareRequirements(requirements, titles, leftTitles = []) {
  const [named, leftNamed] = [titles, leftTitles].map(namesIn);
  const [names, leftNames] = [named, leftNamed].map((pairs) => new Set(pairs.map(([name]) => name)));
  const unnamed = Object.keys(requirements).filter((id) => !names.has(id));
  return {
    unproven: unnamed.filter((id) => !leftNames.has(id)),
    left: unnamed.filter((id) => leftNames.has(id)),
    unknown: [...named, ...leftNamed].filter(([name]) => !Object.hasOwn(requirements, name)),
  };
}

const namesIn = (titles) => titles.flatMap((title) => [...title.matchAll(NAMED)].map(([, name]) => [name, title]));

/** Every requirement has to be named by such a test, and nothing may be named that is none. */
export function checkRequirements(titles, leftTitles) {
  const requirements = JSON.parse(readFileSync(join(ROOT, 'packages/acceptance/requirements.json'), 'utf8'));
  const { unproven, left, unknown } = compareRequirements(requirements, titles, leftTitles);
  const count = Object.keys(requirements).length;
  const holds = unproven.length === 0 && unknown.length === 0;
  stdout.write(`\n── requirements\n`);
  for (const id of unproven) stdout.write(`No test that passed names [${id}]: ${requirements[id]}\n`);
  for (const [name, title] of unknown)
    stdout.write(`There is no requirement [${name}], which a test names: ${title}\n`);
  const proven = `${count - unproven.length - left.length} of ${count} proven`;
  const others = left.length === 0 ? '' : `, ${left.length} left to another run`;
  stdout.write(`${holds ? '✓' : '✗'} requirements: ${proven}${others}\n`);
  return { passed: holds ? 1 : 0, failed: holds ? 0 : 1, titles: [] };
}
