// Bundles the page of a package, `src/page`, for the browser. All that it needs is in the bundle.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Bundles it into build/page of the package, or into the folder that the command line names. `packageUrl` is the
 * package's folder; `options` are esbuild's, beside what every page has. Resolves to the page, for `write`.
 */
export async function bundlePage(packageUrl, options) {
  const here = fileURLToPath(packageUrl);
  const folder = argv[2] === undefined ? join(here, 'build/page') : resolve(argv[2]);
  // An earlier page.
  await rm(folder, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: here,
    entryPoints: ['src/page/main.tsx', 'src/page/page.css'],
    outdir: folder,
    bundle: true,
    minify: true,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    entryNames: '[name]-[hash]',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'linked',
    logLevel: 'warning',
    ...options,
  });
  const href = (output) => `./${relative(folder, resolve(here, output))}`;
  const outputOf = (name, ending) =>
    Object.keys(metafile.outputs).find((path) => href(path).startsWith(`./${name}-`) && path.endsWith(ending));
  const main = outputOf('main', '.js');
  /** Writes index.html, which loads these outputs beside the main one, and at once. */
  const write = async (first = []) => {
    const html = await readFile(join(here, 'src/page/index.html'), 'utf8');
    const scripts = [
      ...first.map((output) => `<link rel="modulepreload" href="${href(output)}" />`),
      `<script type="module" src="${href(main)}"></script>`,
    ];
    await writeFile(
      join(folder, 'index.html'),
      html
        .replace('<!-- styles -->', `<link rel="stylesheet" href="${href(outputOf('page', '.css'))}" />`)
        .replace('<!-- script -->', scripts.join('\n    ')),
    );
  };
  return { folder, metafile, main, outputOf, write };
}
