import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Project } from '../src/content/project.js';
import type { Output } from '../src/output/output.js';
import type { Answers } from '../src/scaffold/answers.js';
import { createExercise } from '../src/scaffold/create.js';

/** Files by path, relative to the project. */
type Tree = Record<string, string | Uint8Array>;

/** An author's project in a folder of its own, gone with the test. */
export class TemporaryProject implements Disposable, Project {
  readonly path = mkdtempSync(join(tmpdir(), 'exercise-kit-test-'));
  readonly exercises = this.at('exercises');
  readonly docs = this.at('docs');

  constructor(files: Tree = {}) {
    for (const folder of [this.exercises, this.docs]) mkdirSync(folder, { recursive: true });
    this.write({ 'docs/01-part/01-lesson.md': '# Lesson', 'exercises/_policy.md': 'Ask before you tell.\n', ...files });
  }

  at(...parts: string[]): string {
    return join(this.path, ...parts);
  }

  write(files: Tree): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(this.at(path)), { recursive: true });
      writeFileSync(this.at(path), text);
    }
  }

  read(path: string): string {
    return readFileSync(this.at(path), 'utf8');
  }

  remove(path: string): void {
    rmSync(this.at(path), { recursive: true });
  }

  /** Makes an exercise as `new` does. Returns its id. */
  create(answers: Partial<Answers> = {}): string {
    const usual = {
      id: 'tiny',
      title: 'Tiny',
      lesson: 'new',
      language: 'python',
      difficulty: 'beginner',
      minutes: 20,
    } as const;
    createExercise(this, { ...usual, ...answers });
    return answers.id ?? usual.id;
  }

  /** Changes some fields of an exercise's config.json. */
  configure(id: string, fields: Record<string, unknown>): void {
    const path = `exercises/${id}/config.json`;
    this.write({ [path]: JSON.stringify({ ...JSON.parse(this.read(path)), ...fields }, null, 2) });
  }

  /** An exercise that is judged within milliseconds: which of the words are in answer.txt? */
  words(id: string, changes: { config?: Record<string, unknown>; files?: Tree } = {}): string {
    const { config = {}, files = {} } = changes;
    const whole = { ...WORDS_CONFIG, id, ...config };
    const tree = { ...WORDS_FILES, 'config.json': JSON.stringify(whole, null, 2), ...files };
    this.write(Object.fromEntries(Object.entries(tree).map(([path, text]) => [`exercises/${id}/${path}`, text])));
    return id;
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

const LADDER = ['Look at the list.', 'One of them is left out.', 'As in a shopping list.'];

const WORDS_CONFIG = {
  title: 'Words',
  lessonPath: '01-part/01-lesson',
  difficulty: 'beginner',
  estimatedMinutes: 20,
  formatVersion: 2,
  criteria: [
    { id: 'one', title: 'Says one', stage: 'All', hints: LADDER },
    { id: 'two', title: 'Says two', stage: 'All', hints: LADDER },
  ],
  workspace: { starterFiles: ['answer.txt'], setupCommands: [] },
  solutionFiles: ['answer.txt'],
  verification: { type: 'script', script: 'verify.sh', files: [], timeout: 20 },
};

/** The edit of a mutant that says other words. */
export function saying(words: string) {
  return { file: 'answer.txt', find: 'one two', replace: words };
}

/** A check of two criteria. What stands in the place of BEFORE runs first. */
export const WORDS_CHECK = `#!/bin/sh
BEFORE=
row() {
  printf '{"id":"%s","passed":%s,"message":"the word is not there"}\\n' "$1" "$2"
}
judge() {
  if grep -q "$1" answer.txt; then row "$1" true; else row "$1" false; fi
}
judge one
judge two
`;

const WORDS_FILES: Tree = {
  'tutor.md': 'Ask for the words.\n',
  'verify.sh': WORDS_CHECK,
  'starter/answer.txt': 'TODO\n',
  'solution/answer.txt': 'one two\n',
  'mutants.json': JSON.stringify({
    'only-one': { why: 'Forgets two.', fails: ['two'], edits: [saying('one')] },
    'only-two': { why: 'Forgets one.', fails: ['one'], edits: [saying('two')] },
    'other-words': { why: 'Says something else.', fails: ['one', 'two'], edits: [saying('three')] },
    nothing: { why: 'Says nothing.', fails: ['one', 'two'], edits: [saying('')] },
  }),
};

/** What a command said. */
export class Heard implements Output {
  readonly outLines: string[] = [];
  readonly errLines: string[] = [];

  out(text: string): void {
    this.outLines.push(text);
  }

  err(text: string): void {
    this.errLines.push(text);
  }

  get text(): string {
    return [...this.outLines, ...this.errLines].join('\n');
  }
}
