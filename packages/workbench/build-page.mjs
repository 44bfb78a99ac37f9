// Bundles the daemon's own page into build/page, or into the folder that is named. What is not needed at first is loaded
// when it is: the editor, the terminal and each language have files of their own.
import { writeFile } from 'node:fs/promises';
import { bundlePage } from '../../scripts/lib/bundle-page.mjs';

const { folder, metafile, main, outputOf, write } = await bundlePage(new URL('./', import.meta.url), {
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
  target: ['chrome111', 'firefox115', 'safari16.4'],
});

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
await write([...first].filter((path) => path !== main));
// Beside it: it is for whoever weighs the page, and is not served.
await writeFile(`${folder}.meta.json`, JSON.stringify(metafile));
