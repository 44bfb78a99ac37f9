// Installs the packages. pnpm comes through npx, because a machine with Node has npm but not always pnpm.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { step } from './progress.mjs';
import { ROOT, run } from './run.mjs';

const PNPM = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).packageManager;
const STAMP = join(ROOT, 'node_modules', '.practice-install.json');

/** The real AI CLIs and the browser driver: hundreds of megabytes that only the tests need. */
const TESTS_ONLY = '@agent-factory/acceptance';

/** Installs what the lock file says, unless it is already there; `everything` includes what only the tests need. */
export async function install({ everything }) {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'pnpm-lock.yaml')))
    .digest('hex');
  const done = readStamp();
  if (done.lock === lock && (done.everything || !everything)) return;
  const filter = everything ? [] : [`--filter=!${TESTS_ONLY}`];
  const args = ['--yes', PNPM, 'install', '--frozen-lockfile', '--prefer-offline', ...filter];
  // Without CI, pnpm asks before it replaces packages of another scope, and there may be nobody to answer.
  await step('Installing packages', () => run('npx', args, { quiet: true, env: { ...process.env, CI: 'true' } }));
  writeFileSync(STAMP, JSON.stringify({ lock, everything }));
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch {
    return {};
  }
}
