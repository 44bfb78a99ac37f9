#!/usr/bin/env node
// Writes exercises/registry.json from the config.json of every exercise, so that the two can never
// tell different stories. With --check it writes nothing and ends with 1 if the file is out of date.
// Node's own modules only: it runs on a fresh clone.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit, stderr, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';

/** Format of the registry; the browser and the daemon read version 1 and its minor versions. */
const REGISTRY_VERSION = '1.0';
const REQUIRED = ['title', 'lessonPath', 'difficulty', 'estimatedMinutes', 'xpReward'];

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const EXERCISES = join(ROOT, 'exercises');
const DOCS = join(ROOT, 'apps', 'learn-app', 'docs');
const REGISTRY = join(EXERCISES, 'registry.json');

function exerciseIds() {
  return readdirSync(EXERCISES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(EXERCISES, entry.name, 'config.json')))
    .map((entry) => entry.name);
}

function readConfig(id) {
  const path = `exercises/${id}/config.json`;
  try {
    return { id, path, config: JSON.parse(readFileSync(join(ROOT, path), 'utf8')) };
  } catch (error) {
    return { id, path, config: {}, unreadable: `${path}: ${error.message}` };
  }
}

function lessonExists(lessonPath) {
  return ['.md', '.mdx'].some((extension) => existsSync(join(DOCS, lessonPath + extension)));
}

/** What is wrong with one exercise, in words its author can act on. */
function problemsOf({ id, path, config, unreadable }) {
  if (unreadable) return [unreadable];
  const problems = REQUIRED.filter((field) => config[field] === undefined).map(
    (field) => `${path}: "${field}" is missing, and the registry needs it`,
  );
  if (config.id !== id) problems.push(`${path}: "id" is "${config.id}", but the folder is "${id}"`);
  if (config.lessonPath && !lessonExists(config.lessonPath)) {
    problems.push(`${path}: there is no lesson apps/learn-app/docs/${config.lessonPath}.md`);
  }
  return problems;
}

// Code units, not a locale's order: the file must come out the same on every machine.
function compare(left, right) {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function entryOf({ config }) {
  const { id, title, lessonPath, difficulty, estimatedMinutes, xpReward } = config;
  return { id, title, lessonPath, difficulty, estimatedMinutes, xpReward };
}

function registryText(exercises) {
  const entries = exercises.map(entryOf).sort((a, b) => compare(a.lessonPath, b.lessonPath) || compare(a.id, b.id));
  return `${JSON.stringify({ version: REGISTRY_VERSION, exercises: entries }, null, 2)}\n`;
}

function main() {
  const exercises = exerciseIds().map(readConfig);
  const problems = exercises.flatMap(problemsOf);
  if (problems.length > 0) {
    stderr.write(`${problems.join('\n')}\n`);
    return 1;
  }
  const text = registryText(exercises);
  const current = existsSync(REGISTRY) ? readFileSync(REGISTRY, 'utf8') : '';
  if (current === text) return 0;
  if (argv.includes('--check')) {
    stderr.write('exercises/registry.json is out of date. Run: node scripts/build-registry.mjs\n');
    return 1;
  }
  writeFileSync(REGISTRY, text);
  stdout.write(`exercises/registry.json lists ${exercises.length} exercise(s).\n`);
  return 0;
}

exit(main());
