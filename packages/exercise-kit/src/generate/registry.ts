import { stagesOf } from '@agent-factory/exercise-runtime';
import { type RegistryEntry, registryEntrySchema } from '@agent-factory/protocol';
import type { Draft } from '../content/draft.js';
import { REGISTRY_FILE } from '../content/names.js';
import type { GeneratedFile } from './generated-file.js';

/** Format of the registry; the browser and the daemon read version 1 and its minor versions. */
const REGISTRY_VERSION = '1.0';
/** Fills in the fields of a broken exercise, so that it can be listed with its reason. */
const PLACEHOLDERS = { lessonPath: 'unknown', difficulty: 'beginner', estimatedMinutes: 1, xpReward: 0 } as const;
/** Longest reason, in characters: the first problems. `exercise-kit lint` reports them all. */
const LONGEST_REASON = 1000;

/** `registry.json`. `problems` gives the problems of one exercise; an exercise with any is listed as unavailable. */
export function registryFile(drafts: readonly Draft[], problems: (draft: Draft) => readonly string[]): GeneratedFile {
  const exercises = drafts
    .map((draft) => entryOf(draft, problems(draft)))
    .sort((left, right) => compare(left.lessonPath, right.lessonPath) || compare(left.id, right.id));
  const content = `${JSON.stringify({ version: REGISTRY_VERSION, exercises }, null, 2)}\n`;
  return { path: REGISTRY_FILE, content };
}

function entryOf(draft: Draft, problems: readonly string[]): RegistryEntry {
  const entry = Object.fromEntries(
    Object.entries(registryEntrySchema.shape).flatMap(([name, schema]) => {
      const read = schema.safeParse(rawField(draft, name));
      return read.success && read.data !== undefined ? [[name, read.data]] : [];
    }),
  );
  const reason = problems.join('\n').slice(0, LONGEST_REASON);
  const unavailable = problems.length === 0 ? {} : { unavailable: reason };
  const facts = { id: draft.id, ...stagesIn(draft), ...unavailable };
  return registryEntrySchema.parse({ ...PLACEHOLDERS, title: draft.id, ...entry, ...facts });
}

function stagesIn({ config }: Draft): Pick<RegistryEntry, 'stageCount'> {
  const stageCount = config.ok ? stagesOf(config.value).length : 0;
  return stageCount > 0 ? { stageCount } : {};
}

/** What only the kit says of an exercise. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['unavailable', 'stageCount']);

function rawField({ raw }: Draft, name: string): unknown {
  if (typeof raw !== 'object' || raw === null || OWN_FIELDS.has(name)) return undefined;
  return (raw as Record<string, unknown>)[name];
}

/** Compares code units, regardless of locale, so that the file is the same on every machine. */
function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
