// Bundles the daemon with everything that is pure JavaScript. What stays outside is native and
// arrives prebuilt in its own packages.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
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

/** esbuild leaves other characters in regular expressions as they are, and one makes V8 hold the whole text twice as wide. */
const toAscii = (text) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const { outputFiles } = await build({
  absWorkingDir: here.pathname,
  entryPoints: ['src/cli.ts'],
  outfile: 'dist/cli.js',
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'linked',
  external: Object.keys(dependencies),
  plugins: [withoutLegacyEncodings],
  // Bundled CommonJS packages call require for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
  write: false,
});
await mkdir(new URL('dist', here), { recursive: true });
// By renaming, so that a daemon that starts meanwhile finds the old bundle or the new, never half of one.
for (const { path, text } of outputFiles) {
  await writeFile(`${path}.new`, path.endsWith('.js') ? toAscii(text) : text, { mode: 0o755 });
  await rename(`${path}.new`, path);
}
