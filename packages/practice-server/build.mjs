// Bundles the daemon with everything that is pure JavaScript. What stays outside is native and
// arrives prebuilt in its own packages.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build } from 'esbuild';

const here = new URL('./', import.meta.url);
const { dependencies } = JSON.parse(await readFile(new URL('package.json', here), 'utf8'));

/** Request bodies are UTF-8 and nothing else is answered: the tables of all other encodings stay out of every start. */
const withoutLegacyEncodings = {
  name: 'without-legacy-encodings',
  setup(bundle) {
    const tables = /iconv-lite[\\/]encodings[\\/](sbcs-data|dbcs-data|sbcs-data-generated|tables[\\/].*)(\.js(on)?)?$/;
    bundle.onLoad({ filter: tables }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
};

/** What is served, sent as a file or read from a request; a start need not look through the other two thousand types. */
const MEDIA_TYPES = [
  'application/json',
  'application/manifest+json',
  'application/octet-stream',
  'application/wasm',
  'application/x-www-form-urlencoded',
  'font/woff2',
  'image/png',
  'image/svg+xml',
  'image/vnd.microsoft.icon',
  'image/x-icon',
  'multipart/form-data',
  'text/css',
  'text/csv',
  'text/event-stream',
  'text/html',
  'text/javascript',
  'text/markdown',
  'text/plain',
];
const withServedMediaTypes = {
  name: 'with-served-media-types',
  setup(bundle) {
    bundle.onLoad({ filter: /mime-db[\\/]db\.json$/ }, async ({ path }) => {
      const all = JSON.parse(await readFile(path, 'utf8'));
      const served = MEDIA_TYPES.map((type) => [type, all[type]]);
      return { contents: JSON.stringify(Object.fromEntries(served)), loader: 'json' };
    });
  },
};

/** esbuild leaves other characters in regular expressions as they are, and one makes V8 hold the whole text twice as wide. */
const toAscii = (text) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const { outputFiles } = await build({
  absWorkingDir: here.pathname,
  entryPoints: ['src/cli.ts'],
  outdir: 'dist',
  // What a capability needs is a file of its own, which is read when it is first used.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'linked',
  external: Object.keys(dependencies),
  plugins: [withoutLegacyEncodings, withServedMediaTypes],
  // Bundled CommonJS packages call require for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
  write: false,
});
const chunks = new URL('dist/chunks/', here);
await mkdir(chunks, { recursive: true });
// By renaming, so that a daemon that starts meanwhile finds the old bundle or the new, never half of one.
for (const { path, text } of outputFiles) {
  await writeFile(`${path}.new`, path.endsWith('.js') ? toAscii(text) : text, { mode: 0o755 });
  await rename(`${path}.new`, path);
}
// Of an earlier build. They would be published, too.
const own = new Set(outputFiles.map(({ path }) => basename(path)));
for (const name of await readdir(chunks)) if (!own.has(name)) await rm(new URL(name, chunks));

// The daemon's own pages, which other packages build. Without one, everything else works, and its address says so.
for (const name of ['workbench', 'dashboard']) await takePage(name);

async function takePage(name) {
  const page = new URL(`../${name}/build/page/`, here);
  const [served, next, former] = [name, `${name}.new`, `${name}.old`].map((folder) => new URL(`dist/${folder}/`, here));
  for (const left of [next, former]) await rm(left, { recursive: true, force: true });
  if (existsSync(page)) await cp(page, next, { recursive: true });
  if (existsSync(served)) await rename(served, former);
  if (existsSync(next)) await rename(next, served);
  await rm(former, { recursive: true, force: true });
}
