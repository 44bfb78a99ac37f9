import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../../src/machine/temporary-folder.js';
import type { Part } from '../../src/mutation/parts.js';
import { LEFT_OUT_NAMES, type RunPartOptions, runPart } from '../../src/mutation/run-part.js';
import { filesOfShare, WHOLE } from '../../src/mutation/share.js';

const PART: Part = { folder: 'house', code: 'src' };
const FILES = Array.from({ length: 12 }, (_, n) => `src/door-${n}.ts`);
const mutants = ['Killed', 'Killed', 'Survived'].map((status) => ({
  mutatorName: 'BooleanLiteral',
  replacement: 'true',
  status,
  location: { start: { line: 1, column: 1 } },
}));

/** In the place of Stryker: keeps how it was called, and reports of each file that it is to change. */
const STRYKER = `
const { readFileSync, writeFileSync } = require('node:fs');
const [command, path] = process.argv.slice(2);
const config = JSON.parse(readFileSync(path, 'utf8'));
writeFileSync('called.json', JSON.stringify({ command, config }));
const files = Object.fromEntries(config.mutate.map((file) => [file, { mutants: ${JSON.stringify(mutants)} }]));
writeFileSync(config.jsonReporter.fileName, JSON.stringify({ files }));
`;

let folder: TemporaryFolder;

const write = async (path: string, text: string) => {
  await mkdir(dirname(join(folder.path, path)), { recursive: true });
  await writeFile(join(folder.path, path), text);
};

beforeEach(async () => {
  folder = await temporaryFolder();
  for (const file of FILES) await write(`packages/house/${file}`, '');
  await write('packages/house/vitest.config.ts', "export default { test: { include: ['test/**/*.test.ts'] } };");
  await mkdir(join(folder.path, 'node_modules'));
  const vitest = fileURLToPath(new URL('../../../../node_modules/vitest', import.meta.url));
  await symlink(vitest, join(folder.path, 'node_modules/vitest'));
});
afterEach(() => folder[Symbol.asyncDispose]());

async function run(part = PART, { stryker = STRYKER, ...more }: Partial<RunPartOptions> = {}) {
  await write('stryker.cjs', stryker);
  const defaults = { root: folder.path, only: undefined, share: WHOLE, stop: new AbortController().signal };
  return runPart(part, { ...defaults, ...more, stryker: join(folder.path, 'stryker.cjs') });
}

/** With what Stryker was called. */
async function called(part?: Part, options?: Partial<RunPartOptions>) {
  await run(part, options);
  return JSON.parse(await readFile(join(folder.path, 'packages/house/called.json'), 'utf8'));
}

describe('of a part are changed', () => {
  const changed = async (options: Partial<RunPartOptions>) => (await called(PART, options)).config.mutate.toSorted();

  it('all files, or those of its share, or those that are named', async () => {
    expect(await changed({})).toEqual(FILES.toSorted());
    const share = { which: 2, of: 3 };
    expect(await changed({ share })).toEqual(filesOfShare(FILES.toSorted(), share));
    expect(await changed({ only: 'src/door-1*.ts' })).toEqual(['src/door-1*.ts']);
  });

  it('the files in their place, and every test may tell of each', async () => {
    const { command, config } = await called();
    expect(command).toBe('run');
    expect(config).toMatchObject({ inPlace: true, testRunner: 'vitest', vitest: { related: false } });
  });
});

describe('a part is tried by', () => {
  const configured = async (part: Part) => {
    const { config } = await called(part);
    return (await import(join(folder.path, 'packages/house', config.vitest.configFile))).default.test;
  };

  it('the tests of its folder, or all of its package, and none of what is largest', async () => {
    const left = expect.arrayContaining([
      '**/hostile*.test.ts',
      '**/fuzz/**',
      '**/node_modules/**',
      '**/.stryker-tmp/**',
    ]);
    expect(await configured(PART)).toMatchObject({ include: ['test/**/*.test.ts'], exclude: left });
  });

  it('the tests of its folder alone where it has one', async () => {
    const exclude = expect.arrayContaining(['**/fuzz/**']);
    const include = ['test/doors/**/*.test.ts'];
    expect(await configured({ ...PART, tests: 'test/doors' })).toMatchObject({ include, exclude });
  });

  it('its smallest tests first, and by those of components last', async () => {
    const { sequence } = await configured(PART);
    const sizes = { 'house.test.tsx': 100, 'street.test.ts': 300, 'door.test.ts': 200 };
    for (const [name, size] of Object.entries(sizes)) await write(name, 'x'.repeat(size));
    const files = Object.keys(sizes).map((name) => ({ moduleId: join(folder.path, name) }));
    const sorted: typeof files = await new sequence.sequencer({}).sort(files);
    expect(sorted.map(({ moduleId }) => basename(moduleId))).toEqual([
      'door.test.ts',
      'street.test.ts',
      'house.test.tsx',
    ]);
  });

  it('all tests but those with certain names, which wait less long than elsewhere', async () => {
    const { testNamePattern, testTimeout } = await configured(PART);
    const isTried = (name: string) => new RegExp(testNamePattern).test(name);
    expect(isTried('the door closes')).toBe(true);
    expect(LEFT_OUT_NAMES.map((name) => isTried(`the door closes ${name} at night`))).toEqual([false, false]);
    expect(testTimeout).toBeLessThan(60_000);
  });
});

it('the score of a part is that of its report', async () => {
  expect(await run(PART, { only: 'src/door-1.ts' })).toMatchObject({ noticed: 2, tried: 3 });
});

it('a part has no score where its tests fail without any change, whatever an earlier run has reported', async () => {
  await run();
  const failing = run(PART, { stryker: "console.log('the door is open'); process.exitCode = 1;" });
  await expect(failing).rejects.toThrow('the door is open');
});
