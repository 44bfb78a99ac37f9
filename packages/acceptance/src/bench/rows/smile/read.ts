import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../../machine/temporary-folder.js';
import { median } from '../../measures/numbers.js';
import type { Row } from '../../row.js';
import { builtUrl } from './built.js';

const run = promisify(execFile);
const ROUNDS = 9;
const ROUNDS_SHORT = 3;
/** The largest tutorial that is taken. */
const TUTORIAL_BYTES = 100 * 1024;
const IMAGES = 20;
const IMAGE_BYTES = 1024 * 1024;
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Reads as a program does that has just started: each time in a process of its own, without the time to load it. */
export const smileRead: Row = {
  budgets: ['smile-config', 'smile-tutorial'],
  inShort: true,
  async measure({ short, resources }) {
    const { path: folder } = resources.add(await temporaryFolder('af-bench-smile-'));
    await writeFile(join(folder, 'smile.json'), JSON.stringify(SETTINGS));
    const tutorial = join(folder, 'tutorial.md');
    await writeFile(tutorial, await tutorialText(folder));
    const [config, read]: [number[], number[]] = [[], []];
    for (let round = 0; round < (short ? ROUNDS_SHORT : ROUNDS); round++) {
      config.push(await timeFirstCall('config/load.js', 'loadConfig', folder));
      read.push(await timeFirstCall('tutorial/load.js', 'loadTutorial', tutorial));
    }
    const note = `${IMAGES} images of 1 MB`;
    return [
      { budget: 'smile-config', value: median(config) },
      { budget: 'smile-tutorial', value: median(read), note },
    ];
  },
};

const SETTINGS = {
  tutorial: 'tutorial.md',
  llmProvider: 'claude',
  maxIterations: 5,
  studentBehavior: { patienceLevel: 'low', maxRetriesBeforeHelp: 2 },
  container: { keepOnFailure: false, mounts: [{ source: '.', target: '/data' }] },
  knows: ['Git', 'Python'],
};

/** Steps with commands and images, as a long tutorial has them. */
async function tutorialText(folder: string): Promise<string> {
  await mkdir(join(folder, 'images'));
  const image = Buffer.alloc(IMAGE_BYTES);
  image.set(PNG);
  const steps = Array.from({ length: IMAGES }, (_, n) => `## Step ${n}\n\n![What you see](images/${n}.png)\n`);
  for (let n = 0; n < IMAGES; n++) await writeFile(join(folder, 'images', `${n}.png`), image);
  const filling = 'Run this, and look at what it prints:\n\n```bash\nls -la notes | grep txt\n```\n\n';
  const begin = `# A long tutorial\n\n${steps.join('\n')}\n`;
  return begin + filling.repeat(Math.floor((TUTORIAL_BYTES - begin.length) / filling.length));
}

/** Milliseconds. */
async function timeFirstCall(module: string, name: string, argument: string): Promise<number> {
  const script = `const { ${name} } = await import(process.argv[1]);
const startedAt = performance.now();
await ${name}(process.argv[2]);
process.stdout.write(String(performance.now() - startedAt));`;
  const args = ['--input-type=module', '--eval', script, builtUrl(module), argument];
  const { stdout } = await run(process.execPath, args, { env: {} });
  return Number(stdout);
}
