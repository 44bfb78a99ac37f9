// Joins xterm's own style sheet and ours into dist/styles.css, so that a site imports one file that imports nothing.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const sources = new URL('src/styles/', import.meta.url);
const xterm = createRequire(import.meta.url).resolve('@xterm/xterm/css/xterm.css');
const ours = readdirSync(sources)
  .filter((name) => name.endsWith('.css'))
  .sort();
const sheets = [xterm, ...ours.map((name) => new URL(name, sources))];
const joined = sheets.map((sheet) => readFileSync(sheet, 'utf8').trim()).join('\n\n');

mkdirSync(new URL('dist/', import.meta.url), { recursive: true });
writeFileSync(new URL('dist/styles.css', import.meta.url), `${joined}\n`);
