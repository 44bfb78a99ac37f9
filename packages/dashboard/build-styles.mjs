// Joins the style sheets into dist/styles.css, so that a site imports one file that imports nothing.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const sources = new URL('src/styles/', import.meta.url);
const names = readdirSync(sources)
  .filter((name) => name.endsWith('.css'))
  .sort();
const joined = names.map((name) => readFileSync(new URL(name, sources), 'utf8').trim()).join('\n\n');

mkdirSync(new URL('dist/', import.meta.url), { recursive: true });
writeFileSync(new URL('dist/styles.css', import.meta.url), `${joined}\n`);
