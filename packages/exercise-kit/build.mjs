// Bundles the kit with everything it needs, so that npx installs one package, and puts beside it what an
// author's own project starts with: the shared policy and the check libraries.
import { chmod, cp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('./', import.meta.url));
const exercises = fileURLToPath(new URL('../../exercises/', import.meta.url));

await build({
  absWorkingDir: here,
  entryPoints: ['src/cli.ts'],
  outfile: 'dist/cli.js',
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'linked',
  // Bundled CommonJS packages call require for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
await chmod(`${here}dist/cli.js`, 0o755);
await rm(`${here}dist/shared`, { recursive: true, force: true });
for (const name of ['_policy.md', '_lib']) {
  await cp(`${exercises}${name}`, `${here}dist/shared/${name}`, {
    recursive: true,
    filter: (path) => !path.endsWith('__pycache__'),
  });
}
