import { expect } from '@playwright/test';
import { test } from '../room/room.js';
import type { WorkbenchPage } from '../room/workbench-page.js';

/** A line in each language, and parts of it of which no two have the same colour, nor that of plain text. */
const LANGUAGES = [
  { path: 'a.js', name: 'JavaScript', line: 'const a = "text"; // note', parts: ['const', '"text"', '// note'] },
  { path: 'a.ts', name: 'TypeScript', line: 'type A = "text"; // note', parts: ['type', '"text"', '// note'] },
  { path: 'a.py', name: 'Python', line: 'return "text"  # note', parts: ['return', '"text"', '# note'] },
  { path: 'a.html', name: 'HTML', line: '<p class="text">a</p><!-- note -->', parts: ['"text"', '<!-- note -->'] },
  { path: 'a.css', name: 'CSS', line: 'a { color: "text"; } /* note */', parts: ['"text"', '/* note */'] },
  { path: 'a.json', name: 'JSON', line: '{"key": 12, "b": true}', parts: ['"key"', '12'] },
  { path: 'a.md', name: 'Markdown', line: '# Title', parts: ['# Title'] },
  {
    path: 'A.java',
    name: 'Java',
    line: 'class A { String a = "text"; } // note',
    parts: ['class', '"text"', '// note'],
  },
  { path: 'a.c', name: 'C', line: 'return "text"; // note', parts: ['return', '"text"', '// note'] },
  { path: 'a.cpp', name: 'C++', line: 'return "text"; // note', parts: ['return', '"text"', '// note'] },
  { path: 'a.rs', name: 'Rust', line: 'let a = "text"; // note', parts: ['let', '"text"', '// note'] },
  { path: 'a.go', name: 'Go', line: 'var a = "text" // note', parts: ['var', '"text"', '// note'] },
  { path: 'a.sql', name: 'SQL', line: "select 'text' -- note", parts: ['select', "'text'", '-- note'] },
  { path: 'a.yaml', name: 'YAML', line: 'key: "text" # note', parts: ['key', '"text"', '# note'] },
  { path: 'a.sh', name: 'Shell', line: 'if true; then echo "text"; fi # note', parts: ['if', '"text"', '# note'] },
];

test.use({
  files: {
    ...Object.fromEntries(LANGUAGES.map(({ path, line }) => [path, `${line}\n`])),
    'b.py': 'import os\n',
    'plain.txt': 'return "text"\n',
  },
});

/** The colour of each character of the first line. */
const colours = ({ page }: WorkbenchPage) =>
  page.evaluate(() => {
    const line = document.querySelector('.wb-editor-host .cm-line');
    if (line === null) return [];
    const found: string[] = [];
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, data } = walker.currentNode as Text;
      const { color } = getComputedStyle(parentElement ?? line);
      found.push(...Array.from({ length: data.length }, () => color));
    }
    return found;
  });

/** The colours of the parts, each of which has to have one of its own. */
async function coloursOf(workbench: WorkbenchPage, line: string, parts: readonly string[]): Promise<string[]> {
  const all = await colours(workbench);
  return parts.map((part) => [...new Set(all.slice(line.indexOf(part), line.indexOf(part) + part.length))].join('/'));
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test(`the twelve commonest languages have their colours, ${colorScheme} [workbench languages]`, async ({
      workbench,
    }) => {
      await workbench.show('plain.txt');
      const [plain] = await colours(workbench);
      expect(new Set(await colours(workbench)).size).toBe(1);
      for (const { path, name, line, parts } of LANGUAGES) {
        await workbench.show(path);
        await expect(workbench.page.locator('.wb-status')).toContainText(name);
        const distinct = async () => new Set([...(await coloursOf(workbench, line, parts)), plain]).size;
        await expect.poll(distinct, `${name}: ${parts.join(' and ')}`).toBe(parts.length + 1);
      }
    });
  });
}

test('the editor and each language are loaded with the first file that needs them [workbench languages]', async ({
  workbench,
}) => {
  const loaded: string[] = [];
  workbench.page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.push(request.url());
  });
  const parsed = () => workbench.page.evaluate(() => document.querySelectorAll('.cm-editor').length);
  expect(await parsed()).toBe(0);
  await workbench.show('plain.txt');
  expect(loaded.splice(0), 'the editor').not.toEqual([]);
  await workbench.show('a.py');
  await expect.poll(async () => new Set(await colours(workbench)).size).toBeGreaterThan(1);
  expect(loaded.splice(0), 'Python').not.toEqual([]);
  await workbench.show('b.py');
  await expect.poll(async () => new Set(await colours(workbench)).size).toBeGreaterThan(1);
  expect(loaded.splice(0), 'Python again').toEqual([]);
});
