// Bundles the program with everything it needs, so that npx installs one package, and beside it what runs in the
// containers, the page, and the JSON Schemas.
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { plugins } from './bundle-plugins.mjs';

const here = fileURLToPath(new URL('./', import.meta.url));

const COMMON = {
  absWorkingDir: here,
  bundle: true,
  platform: 'node',
  format: 'esm',
  // Some packages have, besides, a form for old loaders that no bundler can follow.
  mainFields: ['module', 'main'],
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'linked',
  // Bundled CommonJS packages call require for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
};

await build({
  ...COMMON,
  entryPoints: ['src/cli.ts'],
  outfile: 'dist/cli.js',
  target: 'node20.19',
  plugins,
});
await chmod(`${here}dist/cli.js`, 0o755);
// An image may have an older Node.
await build({
  ...COMMON,
  entryPoints: { wrapper: 'src/wrapper/main.ts', judge: 'src/judge/main.ts' },
  outdir: 'dist/inside',
  outExtension: { '.js': '.mjs' },
  target: 'node18',
});

await import('./build-page.mjs');
const page = `${here}build/page`;
await rm(`${here}dist/page`, { recursive: true, force: true });
if (existsSync(page)) await cp(page, `${here}dist/page`, { recursive: true });

await mkdir(`${here}dist/schema`, { recursive: true });
const { configJsonSchema } = await import('./build/config/json-schema.js');
const { reportJsonSchema } = await import('./build/report/formats/json.js');
for (const [name, schema] of [
  ['smile', configJsonSchema()],
  ['smile-report', reportJsonSchema()],
]) {
  await writeFile(`${here}dist/schema/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`);
}
