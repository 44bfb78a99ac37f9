import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
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
    const images = (await readdir(join(folder, 'images'))).map((name) => join(folder, 'images', name));
    const [config, plainConfig, read, plainRead]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let round = 0; round < (short ? ROUNDS_SHORT : ROUNDS); round++) {
      config.push(await timeFirstCall('config/load.js', 'loadConfig', folder));
      plainConfig.push(await timePlainReading([join(folder, 'smile.json')]));
      read.push(await timeFirstCall('tutorial/load.js', 'loadTutorial', tutorial));
      plainRead.push(await timePlainReading([tutorial, ...images]));
    }
    const note = `${IMAGES} images of 1 MB`;
    return [
      { budget: 'smile-config', value: median(config), compared: { readFile: median(plainConfig) } },
      { budget: 'smile-tutorial', value: median(read), compared: { readFile: median(plainRead) }, note },
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
function timeFirstCall(module: string, name: string, argument: string): Promise<number> {
  const work = `await ${name}(process.argv[2])`;
  return timeInProcess(`const { ${name} } = await import(process.argv[1])`, work, [builtUrl(module), argument]);
}

/** Milliseconds that Node alone needs for the same files, one after the other. */
function timePlainReading(paths: readonly string[]): Promise<number> {
  const work = 'for (const path of process.argv.slice(1)) await readFile(path)';
  return timeInProcess("const { readFile } = await import('node:fs/promises')", work, paths);
}

/** Milliseconds of the work, without the start of its process and what it has to load. */
async function timeInProcess(load: string, work: string, argv: readonly string[]): Promise<number> {
  const script = `${load};
const startedAt = performance.now();
${work};
process.stdout.write(String(performance.now() - startedAt));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script, ...argv], { env: {} });
  return Number(stdout);
}
