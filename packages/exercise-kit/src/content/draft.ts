import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, type ExerciseConfig, exerciseConfigSchema, type Outcome, parseJson } from '@agent-factory/protocol';
import { KitError } from '../kit-error.js';
import { foldersIn } from './files.js';
import { CONFIG_FILE, SERVED_FOLDER } from './names.js';
import type { Project } from './project.js';

/** An exercise in its author's folder at this moment, complete or not. */
export interface Draft {
  /** Name of its folder, which is its id. */
  id: string;
  /** Absolute path of its folder. */
  dir: string;
  /** Absolute path of the folder that `build` makes of it. */
  served: string;
  /** What config.json contains, whatever it is. */
  raw: unknown;
  config: Outcome<ExerciseConfig>;
}

/** Every exercise of the project, sorted by name: each folder with a config.json. */
export function readDrafts({ exercises }: Project): Draft[] {
  return foldersIn(exercises)
    .filter((name) => existsSync(join(exercises, name, CONFIG_FILE)))
    .map((id) => readDraft(exercises, id));
}

/** The named exercises in that order, or all. Throws KitError for an unknown name, or if there are no exercises. */
export function chooseDrafts(project: Project, ids: readonly string[]): Draft[] {
  const drafts = readDrafts(project);
  if (drafts.length === 0) {
    throw new KitError(`There is no exercise in ${project.exercises}. Make one: exercise-kit new`);
  }
  if (ids.length === 0) return drafts;
  return ids.map((id) => {
    const draft = drafts.find((other) => other.id === id);
    if (draft !== undefined) return draft;
    throw new KitError(`There is no exercise "${id}". There are: ${drafts.map((other) => other.id).join(', ')}`);
  });
}

function readDraft(exercises: string, id: string): Draft {
  const dir = join(exercises, id);
  const place = { id, dir, served: join(exercises, SERVED_FOLDER, id) };
  const parsed = parseJson(readFileSync(join(dir, CONFIG_FILE), 'utf8'));
  if (!parsed.ok) return { ...place, raw: undefined, config: parsed };
  return { ...place, raw: parsed.value, config: decode(exerciseConfigSchema, parsed.value) };
}
