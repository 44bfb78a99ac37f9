import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PROGRAM = 'packages/smile-loop/package.json';
const SETTINGS = 'smile.json';
/** Every path to a picture that a text may show; one too many does no harm. */
const PICTURES = /[\w@%./~-]+\.(?:png|jpe?g|gif|svg)\b/gi;

/**
 * Of all that a run depends on: the lesson with its pictures, the exercise as it is served, the learner's version, and
 * its settings, which name CLI and model. It changes when one of them does.
 */
export function contentHash({ file, exercise }, { root, config = join(root, SETTINGS) }) {
  const hash = createHash('sha256');
  const add = (name, content) => hash.update(`${name} ${content.length}\n`).update(content);
  const text = readFileSync(join(root, file));
  add('lesson', text);
  for (const picture of picturesOf(text.toString(), join(root, dirname(file)))) add(picture, readFileSync(picture));
  if (exercise !== undefined) {
    for (const path of filesBelow(join(root, exercise))) add(path, readFileSync(join(root, exercise, path)));
  }
  add('version', Buffer.from(JSON.parse(readFileSync(join(root, PROGRAM), 'utf8')).version));
  add('settings', existsSync(config) ? readFileSync(config) : Buffer.alloc(0));
  return hash.digest('hex');
}

function picturesOf(text, folder) {
  const named = [...text.matchAll(PICTURES)].map(([path]) => join(folder, path));
  return [...new Set(named)].filter((path) => existsSync(path)).sort();
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
