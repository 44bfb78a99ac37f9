// Bundles the daemon's own page into build/page, or into the folder that is named. What is not needed at first is loaded
// when it is: the editor, the terminal and each language have files of their own.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('./', import.meta.url));
const outdir = argv[2] === undefined ? join(here, 'build/page') : resolve(argv[2]);

// An earlier page.
await rm(outdir, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: ['src/page/main.tsx', 'src/page/page.css'],
  outdir,
  bundle: true,
  splitting: true,
  minify: true,
  metafile: true,
  format: 'esm',
  platform: 'browser',
  target: ['chrome111', 'firefox115', 'safari16.4'],
  jsx: 'automatic',
  entryNames: '[name]-[hash]',
  chunkNames: 'parts/[name]-[hash]',
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'linked',
  logLevel: 'warning',
});

const files = Object.keys(metafile.outputs);
const href = (path) => `./${relative(outdir, resolve(here, path))}`;
const outputOf = (name, ending) => files.find((path) => href(path).startsWith(`./${name}-`) && path.endsWith(ending));
const main = outputOf('main', '.js');

/** An output with all that it imports at once. */
function withImports(path, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const { kind, path: imported } of metafile.outputs[path].imports) {
    if (kind === 'import-statement') withImports(imported, seen);
  }
  return seen;
}

// Every page with a project needs these, and would learn of each only from the one before it.
const first = new Set(
  [main, outputOf('parts/wire', '.js'), outputOf('parts/view', '.js')].flatMap((path) => [...withImports(path)]),
);
const preloads = [...first]
  .filter((path) => path !== main)
  .map((path) => `<link rel="modulepreload" href="${href(path)}" />`);
const html = await readFile(join(here, 'src/page/index.html'), 'utf8');
await writeFile(
  join(outdir, 'index.html'),
  html
    .replace('<!-- styles -->', `<link rel="stylesheet" href="${href(outputOf('page', '.css'))}" />`)
    .replace('<!-- script -->', [...preloads, `<script type="module" src="${href(main)}"></script>`].join('\n    ')),
);
// Beside it: it is for whoever weighs the page, and is not served.
await writeFile(`${outdir}.meta.json`, JSON.stringify(metafile));
