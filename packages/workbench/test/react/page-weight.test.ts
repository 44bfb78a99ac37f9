import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

/** The whole Workbench in bytes, as a browser gets it; the terminal and each language come when they are needed. */
const MOST_BYTES = 400 * 1024;
/** What is there before anything is clicked: the panel, without the editor. */
const MOST_BYTES_AT_FIRST = 230 * 1024;

interface Output {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
}

let folder: string;
let outputs: Readonly<Record<string, Output>>;
let pathOf: (output: string) => string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbench-page-'));
  const page = join(folder, 'page');
  await promisify(execFile)(process.execPath, ['build-page.mjs', page], { cwd: PACKAGE, env: {} });
  outputs = JSON.parse(await readFile(`${page}.meta.json`, 'utf8')).outputs;
  pathOf = (output) => resolve(PACKAGE, output);
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const outputWith = (part: string) =>
  Object.keys(outputs).find((path) => Object.keys(outputs[path]?.inputs ?? {}).some((input) => input.endsWith(part)));

/** Files that come with one: those that it imports, and those that they import. */
function withImports(output: string | undefined, found = new Set<string>()): Set<string> {
  if (output === undefined || found.has(output)) return found;
  found.add(output);
  for (const { path, kind } of outputs[output]?.imports ?? []) {
    if (kind === 'import-statement') withImports(path, found);
  }
  return found;
}

async function weigh(paths: Iterable<string>): Promise<number> {
  const texts = await Promise.all([...paths].map((path) => readFile(pathOf(path))));
  const packed = await Promise.all(texts.map((text) => promisify(brotliCompress)(text)));
  return packed.reduce((sum, { length }) => sum + length, 0);
}

const sheet = () => Object.keys(outputs).find((path) => path.endsWith('.css'));

describe('the weight of the page', () => {
  it('is little before a file is opened', async () => {
    const first = withImports(outputWith('src/page/main.tsx'));
    expect(await weigh([...first, sheet() as string])).toBeLessThan(MOST_BYTES_AT_FIRST);
    const inputs = [...first].flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}));
    expect(inputs.filter((input) => /@codemirror|@xterm\/xterm/.test(input))).toEqual([]);
  });

  it('is within its budget with the editor', async () => {
    const all = withImports(outputWith('src/page/main.tsx'));
    withImports(outputWith('src/editor/module.ts'), all);
    expect(await weigh([...all, sheet() as string])).toBeLessThan(MOST_BYTES);
    const inputs = [...all].flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}));
    expect(inputs.filter((input) => /@codemirror\/(lang-|legacy)|@xterm\/xterm/.test(input))).toEqual([]);
  });

  it('has everything it names, and no script or style in its text', async () => {
    const page = join(folder, 'page');
    const html = await readFile(join(page, 'index.html'), 'utf8');
    const named = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name]) => name as string);
    expect(html.match(/<link rel="stylesheet"/g)).toHaveLength(1);
    expect(html.match(/<script type="module"/g)).toHaveLength(1);
    for (const name of named) expect((await readFile(join(page, name))).length).toBeGreaterThan(0);
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bon\w+=/);
    expect(dirname(pathOf(outputWith('src/page/main.tsx') as string))).toBe(page);
  });
});
