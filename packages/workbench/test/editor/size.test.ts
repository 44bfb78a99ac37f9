import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Metafile, type OutputFile } from 'esbuild';
import { expect, it } from 'vitest';

/** Bytes as a site sends them, compressed. The whole Workbench has 400 KB, and the editor is most of it. */
const MAX_CORE_BYTES = 130_000;
const MAX_ALL_BYTES = 400_000;

const source = (path: string) => fileURLToPath(new URL(`../../src/editor/${path}`, import.meta.url));

/** Bundles the editor as a site does: what is imported when it is needed becomes a file of its own. */
async function bundled() {
  const { outputFiles, metafile } = await build({
    entryPoints: [source('load.ts')],
    ...{ bundle: true, minify: true, splitting: true, write: false, metafile: true },
    ...{ format: 'esm', target: 'es2022', outdir: '/bundle', absWorkingDir: '/', logLevel: 'error' },
  });
  return { outputFiles, metafile };
}

/** A file of the bundle, and all that must be there with it. */
function withImports(outputs: Metafile['outputs'], name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const { path, kind } of outputs[name]?.imports ?? []) {
    if (kind === 'import-statement') withImports(outputs, path, found);
  }
  return found;
}

function compressed(files: readonly OutputFile[]): number {
  return files.reduce((bytes, { contents }) => bytes + brotliCompressSync(contents).length, 0);
}

it('the editor weighs as little as planned, and languages come one by one', async () => {
  const { outputFiles, metafile } = await bundled();
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith('editor/module.ts'));
  const core = withImports(metafile.outputs, entry?.[0] ?? 'no part with the editor');
  const coreBytes = compressed(outputFiles.filter(({ path }) => core.has(path.slice(1))));
  expect(coreBytes).toBeGreaterThan(50_000);
  expect(coreBytes).toBeLessThan(MAX_CORE_BYTES);
  expect(compressed(outputFiles)).toBeLessThan(MAX_ALL_BYTES);
  const inputs = [...core].flatMap((name) => Object.keys(metafile.outputs[name]?.inputs ?? {}));
  expect(inputs.filter((name) => /lang-|legacy-modes|autocomplete/.test(name))).toEqual([]);
});
