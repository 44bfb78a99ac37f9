import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SHARED, TEMPLATES } from '../assets.js';
import { filesBelow } from '../content/files.js';
import { CONFIG_FILE, LIBRARY_FOLDER, POLICY_FILE } from '../content/names.js';
import type { Project } from '../content/project.js';
import { KitError } from '../kit-error.js';
import type { Answers } from './answers.js';
import { configText } from './config.js';
import { lessonFor } from './lesson.js';

/**
 * Makes an exercise that works as it is. Returns the absolute paths of the files it wrote. Throws
 * KitError, and writes nothing, if the exercise exists already or the lesson does not.
 */
export function createExercise(project: Project, answers: Answers): string[] {
  const dir = join(project.exercises, answers.id);
  if (existsSync(dir)) throw new KitError(`${dir} is there already. Choose another id, or remove it first.`);
  const lesson = lessonFor(project, answers);
  bringShared(project.exercises);
  const template = join(TEMPLATES, answers.language);
  const files = new Map(
    filesBelow(template).map((path) => [join(dir, path), filled(readFileSync(join(template, path), 'utf8'), answers)]),
  );
  files.set(join(dir, CONFIG_FILE), configText(answers, lesson.path, project.exercises));
  for (const [path, text] of lesson.files) files.set(path, filled(text, answers));
  for (const [path, text] of files) write(path, text);
  return [...files.keys()];
}

/** Files that a project's first exercise needs beside it. Existing files stay as they are. */
function bringShared(exercises: string): void {
  for (const name of [POLICY_FILE, LIBRARY_FOLDER]) {
    if (existsSync(join(exercises, name))) continue;
    mkdirSync(exercises, { recursive: true });
    cpSync(join(SHARED, name), join(exercises, name), { recursive: true });
  }
}

function filled(text: string, { id, title, minutes }: Answers): string {
  const values: Record<string, string> = { id, title, minutes: `${minutes}`, quotedTitle: JSON.stringify(title) };
  return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
