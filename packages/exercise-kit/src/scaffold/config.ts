import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXERCISE_FORMAT_VERSION } from '@agent-factory/protocol';
import { TEMPLATES } from '../assets.js';
import { filesBelow } from '../content/files.js';
import { CHECKS_FOLDER, CONFIG_FILE, LIBRARY_FOLDER, SOLUTION_FOLDER, STARTER_FOLDER } from '../content/names.js';
import type { Answers } from './answers.js';

/** The program that runs a language. */
const PROGRAMS = { python: 'python3', node: 'node' } as const satisfies Record<Answers['language'], string>;

/** Points for a minute of work: about as many as the first exercises gave. */
const XP_PER_MINUTE = 4;

/** The text of a new exercise's config.json. `exercises` is the folder that will contain the exercise. */
export function configText(answers: Answers, lessonPath: string, exercises: string): string {
  const template = join(TEMPLATES, answers.language);
  const { description, ...rest } = JSON.parse(readFileSync(join(TEMPLATES, CONFIG_FILE), 'utf8'));
  const own = filesBelow(join(template, CHECKS_FOLDER));
  const shared = filesBelow(join(exercises, LIBRARY_FOLDER, answers.language, CHECKS_FOLDER));
  const config = {
    $schema: '../schema/exercise.json',
    formatVersion: EXERCISE_FORMAT_VERSION,
    id: answers.id,
    version: '1.0.0',
    title: answers.title,
    description,
    lessonPath,
    difficulty: answers.difficulty,
    estimatedMinutes: answers.minutes,
    xpReward: answers.minutes * XP_PER_MINUTE,
    prerequisites: [PROGRAMS[answers.language]],
    workspace: { starterFiles: filesBelow(join(template, STARTER_FOLDER)), setupCommands: [] },
    verification: {
      type: 'script',
      script: 'verify.sh',
      files: [...own, ...shared].sort().map((name) => `${CHECKS_FOLDER}/${name}`),
      timeout: 30,
    },
    solutionFiles: filesBelow(join(template, SOLUTION_FOLDER)),
    ...rest,
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
