// Bundles the page that shows a run into build/page, or into the folder that is named. All that it needs is in it.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
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
  minify: true,
  metafile: true,
  format: 'esm',
  platform: 'browser',
  // The first with light-dark(), with which each colour is said once.
  target: ['chrome123', 'firefox120', 'safari17.5'],
  jsx: 'automatic',
  entryNames: '[name]-[hash]',
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'linked',
  logLevel: 'warning',
});

const outputOf = (name, ending) => {
  const files = Object.keys(metafile.outputs).map((path) => basename(path));
  return `./${files.find((file) => file.startsWith(`${name}-`) && file.endsWith(ending))}`;
};
const html = await readFile(join(here, 'src/page/index.html'), 'utf8');
await writeFile(
  join(outdir, 'index.html'),
  html
    .replace('<!-- styles -->', `<link rel="stylesheet" href="${outputOf('page', '.css')}" />`)
    .replace('<!-- script -->', `<script type="module" src="${outputOf('main', '.js')}"></script>`),
);
