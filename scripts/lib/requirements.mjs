import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stdout } from 'node:process';
import { ROOT } from './run.mjs';

/** Every listed behaviour has to be named, as in "[1.4 refresh]", by a test that passed. */
export function checkRequirements(titles) {
  const requirements = JSON.parse(readFileSync(join(ROOT, 'packages/acceptance/requirements.json'), 'utf8'));
  const ids = Object.keys(requirements);
  const unproven = ids.filter((id) => !titles.some((title) => title.includes(`[${id}]`)));
  stdout.write(`\n── requirements\n`);
  for (const id of unproven) stdout.write(`No passing test names [${id}]: ${requirements[id]}\n`);
  stdout.write(
    `${unproven.length === 0 ? '✓' : '✗'} requirements: ${ids.length - unproven.length} of ${ids.length} proven\n`,
  );
  return { passed: unproven.length === 0 ? 1 : 0, failed: unproven.length === 0 ? 0 : 1, titles: [] };
}
