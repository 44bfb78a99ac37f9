#!/usr/bin/env node
// What the published packages depend on. Prints the tables of docs/dependencies.md as they should be now, with the two
// columns that are kept by hand; with --check it says what the document lacks, or names in an older major version.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit, stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { main } from './lib/main.mjs';
import { packageFacts } from './lib/package-facts.mjs';
import { ROOT } from './lib/run.mjs';

const DOCUMENT = 'docs/dependencies.md';
const PUBLISHED = ['practice-server', 'exercise-kit', 'smile-loop', 'practice-panel', 'workbench'];
/** From this unpacked size on, in bytes, an indirect dependency has its own row. */
const NOTABLE_BYTES = 300_000;

const HELP = `Usage: node scripts/dependency-report.mjs [--check]

Prints the tables of ${DOCUMENT}; with --check it compares them with the document.
`;

/** The cells of each row of the document, by the package in the first one. */
function readRows(text) {
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  return new Map(rows.map((line) => line.split('|').map((cell) => cell.trim())).map((cells) => [cells[1], cells]));
}

/** What npx installs is named one by one. What a site installs with the panel comes in dozens of tiny packages. */
const LISTS_ALL_INSTALLED = ['practice-server', 'exercise-kit', 'smile-loop'];

const isShown = ({ direct, bundled, bytes, of }) =>
  direct || bytes >= NOTABLE_BYTES || (!bundled && LISTS_ALL_INSTALLED.includes(of));

/** What a published package depends on, each with its name. */
async function factsOf(name) {
  return (await packageFacts(name)).map((fact) => ({ ...fact, of: name }));
}

function table(facts, known) {
  const rows = facts.filter(isShown).map(({ name, version, licence, bytes, bundled }) => {
    const [, , , , , , released = '', why = ''] = known.get(`\`${name}\``) ?? [];
    const size = `${Math.round(bytes / 1024)} KB`;
    return `| \`${name}\` | ${version} | ${bundled ? 'bundled' : 'installed'} | ${size} | ${licence} | ${released} | ${why} |`;
  });
  return ['| package | version | how | unpacked | licence | last release | why |', `|${' --- |'.repeat(7)}`, ...rows];
}

/** What is too small for a row: its total size and its licences. */
function rest(facts) {
  const small = facts.filter((fact) => !isShown(fact));
  if (small.length === 0) return [];
  const kilobytes = Math.round(small.reduce((total, { bytes }) => total + bytes, 0) / 1024);
  const licences = [...new Set(small.map(({ licence }) => licence))].sort().join(', ');
  const how = small.every(({ bundled }) => bundled) ? 'bundled' : 'installed';
  return ['', `And ${small.length} small packages that these bring, ${how} too: ${kilobytes} KB (${licences}).`];
}

function problemsOf(facts, known) {
  return facts.filter(isShown).flatMap(({ name, version }) => {
    const [, , written] = known.get(`\`${name}\``) ?? [];
    if (written === undefined) return [`${name} is not named.`];
    return major(written) === major(version) ? [] : [`${name} is ${version} now; the document says ${written}.`];
  });
}

/** For a 0.x version, the second number too: there, it marks breaking changes. */
const major = (version) => /^(0\.\d+|\d+)/.exec(version)?.[0];

await main(async () => {
  const { values } = parseArgs({
    args: argv.slice(2),
    options: { help: { type: 'boolean' }, check: { type: 'boolean' } },
  });
  if (values.help) return void stdout.write(HELP);
  const known = readRows(readFileSync(join(ROOT, DOCUMENT), 'utf8'));
  const problems = [];
  for (const name of PUBLISHED) {
    const facts = await factsOf(name);
    problems.push(...problemsOf(facts, known));
    if (!values.check) stdout.write(`## ${name}\n\n${[...table(facts, known), ...rest(facts)].join('\n')}\n\n`);
  }
  if (!values.check) return;
  for (const problem of problems) stderr.write(`${DOCUMENT}: ${problem}\n`);
  exit(problems.length === 0 ? 0 : 1);
});
