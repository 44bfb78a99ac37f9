import { type StudentAnswer, studentAnswerSchema } from '../contract/agents.js';
import { MAX_LIST, MAX_TEXT } from '../contract/limits.js';
import { type Found, jsonObjects } from './json-objects.js';

type Json = Readonly<Record<string, unknown>>;

/** What models write for the three words, without its case and its separators. */
const STATUSES: Readonly<Record<string, StudentAnswer['status']>> = {
  completed: 'completed',
  complete: 'completed',
  askmentor: 'ask_mentor',
  cannotcomplete: 'cannot_complete',
  cantcomplete: 'cannot_complete',
};

const TEXTS = ['currentStep', 'problem', 'questionForMentor', 'reason', 'summary'] as const;
const LISTS = ['attemptedActions', 'filesCreated', 'commandsRun'] as const;

/**
 * The answer of a student: the JSON object of the text that has most of the form, the last of several, repaired where
 * it has to be; a student may also show what programs have answered, of which some have a status. Unknown fields are
 * dropped, and types that are wrong but clear are put right. Undefined if there is none.
 */
export function readStudentAnswer(text: string): StudentAnswer | undefined {
  let best: { answer: StudentAnswer; score: number } | undefined;
  for (const found of jsonObjects(text)) {
    // What is damaged is read only where nothing is whole.
    if (!found.isWhole && best !== undefined) break;
    const answer = answerOf(found.object);
    const score = scoreOf(found);
    if (answer !== undefined && score > (best?.score ?? 0)) best = { answer, score };
  }
  return best?.answer;
}

/** Fields of the form, besides the status, that an object within a sentence has to have: no other program's has as many. */
const MIN_QUOTED = 3;
/** More than all fields of the form: what stands within a line counts only where nothing else does. */
const BEGINS_LINE = 100;

/** The higher, the more likely an object is the answer; 0 for a quotation. */
function scoreOf({ object, beginsLine, isQuoted }: Found): number {
  const names = new Set(Object.keys(object).map(plain));
  const fields = [...TEXTS, ...LISTS].filter((name) => names.has(plain(name))).length;
  if (isQuoted && fields < MIN_QUOTED) return 0;
  return fields + (beginsLine ? BEGINS_LINE : 0);
}

function answerOf(object: Json): StudentAnswer | undefined {
  const fields = new Map(Object.entries(object).map(([name, value]) => [plain(name), value]));
  const said = fields.get('status');
  const status = typeof said === 'string' ? STATUSES[plain(said)] : undefined;
  // A status of one word may be anything's: an answer has at least one more of its fields.
  if (status === undefined || ![...TEXTS, ...LISTS].some((name) => fields.has(plain(name)))) return undefined;
  const trigger = fields.get('trigger');
  return studentAnswerSchema.parse({
    status,
    ...Object.fromEntries(TEXTS.map((name) => [name, asText(fields.get(plain(name)))])),
    ...Object.fromEntries(LISTS.map((name) => [name, asTexts(fields.get(plain(name)))])),
    ...(typeof trigger === 'string' && {
      trigger: trigger
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_'),
    }),
  });
}

/** Names are compared without case and separators: `current_step` is `currentStep`. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.slice(0, MAX_TEXT);
  if (Array.isArray(value)) return value.map(asText).join('\n').slice(0, MAX_TEXT);
  return JSON.stringify(value).slice(0, MAX_TEXT);
}

/** A single text is a list of one; an object that names its items is the list of them. */
function asTexts(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.slice(0, MAX_LIST).map(itemText);
}

/** Such as `{"command": "npm install", "exitCode": 0}`. */
function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return asText(item);
  const { command, path, action, name } = item as Json;
  return asText([command, path, action, name].find((text) => typeof text === 'string') ?? item);
}
