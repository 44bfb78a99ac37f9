// Bundles the daemon with everything that is pure JavaScript. What stays outside is native and
// arrives prebuilt in its own packages.
import { chmod, readFile, rm } from 'node:fs/promises';
import { build } from 'esbuild';

const here = new URL('./', import.meta.url);
const { dependencies } = JSON.parse(await readFile(new URL('package.json', here), 'utf8'));

await rm(new URL('dist', here), { recursive: true, force: true });
await build({
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
  // Bundled CommonJS packages call require for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
await chmod(new URL('dist/cli.js', here), 0o755);
