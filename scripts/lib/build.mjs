// Builds the packages in the order in which they depend on each other, and only what has changed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { fingerprint, isStamped, stamp } from './fingerprint.mjs';
import { removeOrphans } from './orphans.mjs';
import { step } from './progress.mjs';
import { bin, ROOT, run } from './run.mjs';

const LIBRARIES = [
  'protocol',
  'subprocess',
  'agent-cli',
  'conversations',
  'coach',
  'mind',
  'exercise-runtime',
  'practice-server',
  'smile-loop',
  'exercise-kit',
  'practice-panel',
  'workbench',
  'dashboard',
];
const SITE = 'apps/learn-app/';
/** What every build depends on. */
const COMMON = ['pnpm-lock.yaml', 'tsconfig.base.json'];

const PACKAGES = {
  name: 'packages',
  // The kit ships the policy and the check libraries.
  sources: [
    ...COMMON,
    ...LIBRARIES.map((name) => `packages/${name}`),
    'scripts/lib/bundle-page.mjs',
    'exercises/_policy.md',
    'exercises/_lib',
  ],
  makes: [
    'packages/practice-server/dist/cli.js',
    'packages/smile-loop/dist/cli.js',
    'packages/exercise-kit/dist/cli.js',
    'packages/practice-panel/dist/styles.css',
    'packages/workbench/dist/styles.css',
    'packages/dashboard/dist/styles.css',
    'packages/practice-server/dist/workbench/index.html',
    'packages/practice-server/dist/dashboard/index.html',
  ],
  async work() {
    for (const name of LIBRARIES) removeOrphans(join(ROOT, 'packages', name));
    await run(bin('tsc'), ['-b', ...LIBRARIES.map((name) => `packages/${name}`)], { quiet: true });
    await run(execPath, ['build-styles.mjs'], { cwd: join(ROOT, 'packages/practice-panel'), quiet: true });
    // The daemon ships the pages of the Workbench and the dashboard.
    for (const name of ['workbench', 'dashboard', 'practice-server', 'smile-loop', 'exercise-kit']) {
      await run(execPath, ['build.mjs'], { cwd: join(ROOT, 'packages', name), quiet: true });
    }
  },
};

const EXERCISES = {
  name: 'exercises',
  // One that has no lesson is not served.
  sources: ['packages/exercise-kit/dist/cli.js', 'exercises', `${SITE}docs`],
  makes: ['exercises/dist/registry.json'],
  work: () => run(execPath, ['packages/exercise-kit/dist/cli.js', 'build', '--served-only'], { quiet: true }),
};

const LESSONS = {
  name: 'lessons',
  sources: [
    ...COMMON,
    'packages/protocol',
    'packages/practice-panel',
    'packages/workbench',
    'packages/dashboard',
    SITE,
    'exercises/dist',
  ],
  makes: [`${SITE}build/index.html`],
  work: () =>
    run(bin('docusaurus', join(ROOT, SITE)), ['build'], {
      cwd: join(ROOT, SITE),
      quiet: true,
      env: { ...env, DOCUSAURUS_NO_TELEMETRY: '1' },
    }),
};

const ACCEPTANCE = {
  name: 'test harness',
  sources: [...COMMON, 'packages/protocol', 'packages/acceptance'],
  makes: ['packages/acceptance/dist/index.js'],
  work: () => run(bin('tsc'), ['-b', 'packages/acceptance'], { quiet: true }),
};

/**
 * Builds everything a student uses: the packages, the daemon's bundle, the exercises and the lesson site. `tests`
 * adds what only tests use; without `site`, lessons stay as they are, and exercises too unless they are asked for.
 */
export async function build({ tests = false, site = true, exercises = site } = {}) {
  const targets = [
    PACKAGES,
    ...(exercises ? [EXERCISES] : []),
    ...(site ? [LESSONS] : []),
    ...(tests ? [ACCEPTANCE] : []),
  ];
  for (const target of targets) await make(target);
}

/** Does the work unless its results exist and were made from the present sources. */
async function make({ name, sources, makes, work }) {
  const stampPath = `node_modules/.practice-built-${name.replace(' ', '-')}`;
  const made = makes.every((path) => existsSync(join(ROOT, path)));
  if (made && isStamped(stampPath, fingerprint(sources))) return;
  await step(`Building the ${name}`, work);
  stamp(stampPath, fingerprint(sources));
}
