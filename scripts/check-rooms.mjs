#!/usr/bin/env node
// Checks the folders ("rooms") of all packages, tests included: none may be crowded. In the sources, neither files nor
// neighbouring rooms may import each other in a circle.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { exit, stderr, stdout } from 'node:process';
import { ROOT } from './lib/run.mjs';

/** Beyond this, the name of a folder no longer helps to find a file. */
const MOST_FILES = 15;

const IMPORT = /(?:from|import)\s*\(?\s*'(?<to>\.[^']+)'/g;

/** The folders of this kind, one for each package that has it, relative to the root of the repository. */
function foldersOf(kind) {
  const packages = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(ROOT, group)).map((name) => join(group, name, kind)),
  );
  return packages.filter((folder) => existsSync(join(ROOT, folder)));
}

/** Every TypeScript file below a folder. */
function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file));
}

/** Each source file with the files of its own package that it imports, even for types only. */
function readImports(source) {
  const files = filesBelow(source);
  const resolve = (from, to) => {
    const base = join(dirname(from), to.replace(/\.js$/, ''));
    return [`${base}.ts`, `${base}.tsx`, `${base}.d.ts`, join(base, 'index.tsx')].find((file) => files.includes(file));
  };
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return [file, new Set([...text.matchAll(IMPORT)].map(({ groups }) => resolve(file, groups.to)).filter(Boolean))];
    }),
  );
}

/** The two neighbouring rooms where the paths of two files part, if both files are in rooms there. */
function roomsApart(from, to) {
  const [a, b] = [from.split(sep), to.split(sep)];
  const fork = a.findIndex((part, depth) => part !== b[depth]);
  if (fork === a.length - 1 || fork === b.length - 1) return undefined;
  return [a.slice(0, fork + 1).join(sep), b.slice(0, fork + 1).join(sep)];
}

/** Which rooms import from which of their neighbours. */
function roomsOf(imports) {
  const rooms = new Map();
  for (const [from, targets] of imports) {
    for (const to of targets) {
      const apart = roomsApart(from, to);
      if (apart === undefined) continue;
      const [room, other] = apart;
      rooms.set(room, (rooms.get(room) ?? new Set()).add(other));
    }
  }
  return rooms;
}

/** One path for every circle of imports, such as `a → b → a`. */
function circles(graph) {
  const done = new Set();
  const found = [];
  const visit = (node, path) => {
    if (path.includes(node)) found.push([...path.slice(path.indexOf(node)), node].join(' → '));
    if (done.has(node) || path.includes(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return found;
}

/** The rooms that hold more than `MOST_FILES` of these files, each with the number. */
function crowds(files) {
  const sizes = new Map();
  for (const room of files.map(dirname)) sizes.set(room, (sizes.get(room) ?? 0) + 1);
  return [...sizes].filter(([, size]) => size > MOST_FILES).map(([room, size]) => `${room}: ${size}`);
}

const sources = new Map(foldersOf('src').flatMap((source) => [...readImports(source)]));
const files = [...sources.keys(), ...['test', 'browser'].flatMap(foldersOf).flatMap(filesBelow)];
const problems = [
  ...crowds(files).map((crowd) => `More than ${MOST_FILES} files in ${crowd}`),
  ...circles(sources).map((circle) => `Files import each other: ${circle}`),
  ...circles(roomsOf(sources)).map((circle) => `Rooms import each other: ${circle}`),
];
for (const problem of problems) stderr.write(`${problem}\n`);
if (problems.length === 0) stdout.write(`${files.length} files in ${new Set(files.map(dirname)).size} rooms\n`);
exit(problems.length === 0 ? 0 : 1);
