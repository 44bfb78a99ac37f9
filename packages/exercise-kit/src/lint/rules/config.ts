import { configConflicts } from '@agent-factory/exercise-runtime';
import { EXERCISE_FORMATS, type ExerciseConfig, registryEntrySchema } from '@agent-factory/protocol';
import { CONFIG_FILE } from '../../content/names.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

/** Fields that the registry cannot do without, although a config can. */
const LISTED = ['lessonPath', 'difficulty', 'estimatedMinutes'] as const satisfies (keyof ExerciseConfig)[];
/** Tells editors where the format is described. */
const FOREIGN_FIELDS = ['$schema'];

const OLD_FORMAT =
  'formatVersion: found 1; it still works, but 2 has one list of criteria instead of stages, needs and hints';

const NO_CRITERIA = 'criteria: missing or empty; list what the work has to do, each with an id and a title';

/** Checks what the schema of a single field cannot see. */
export function checkConfig({ draft, config }: Subject): Finding[] {
  const errors = configConflicts(config);
  if (config.id !== draft.id)
    errors.unshift(`id: found "${config.id}"; allowed is the name of the folder, "${draft.id}"`);
  if (config.formatVersion === 2 && config.criteria.length === 0) errors.push(NO_CRITERIA);
  for (const name of LISTED) {
    if (config[name] === undefined)
      errors.push(`${name}: missing, and the registry needs it; allowed: ${allowed(name)}`);
  }
  return [...errors.map(finding('error')), ...warningsOf(draft.raw, config).map(finding('warning'))];
}

const finding =
  (severity: Finding['severity']) =>
  (message: string): Finding => ({ severity, file: CONFIG_FILE, message });

function allowed(name: (typeof LISTED)[number]): string {
  if (name === 'lessonPath') return 'the path of a lesson below docs, without its extension';
  if (name === 'estimatedMinutes') return 'a whole number from 1 to 600';
  return registryEntrySchema.shape.difficulty.options.join(', ');
}

function warningsOf(raw: unknown, { formatVersion }: ExerciseConfig): string[] {
  const known = new Set([...Object.keys(EXERCISE_FORMATS[formatVersion].shape), ...FOREIGN_FIELDS]);
  const unknown = Object.keys(raw as object)
    .filter((name) => !known.has(name))
    .map(
      (name) =>
        `${name}: no such field, so it is ignored; ${isOfFormat2(name) ? 'it needs "formatVersion": 2' : 'is it spelled right?'}`,
    );
  return formatVersion === 1 ? [...unknown, OLD_FORMAT] : unknown;
}

function isOfFormat2(name: string): boolean {
  return Object.hasOwn(EXERCISE_FORMATS[2].shape, name);
}
