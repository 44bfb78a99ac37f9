import { type StudentAnswer, studentAnswerSchema } from '../contract/agents.js';
import { MAX_LIST, MAX_TEXT } from '../contract/limits.js';
import { jsonObjects } from './json-objects.js';

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
 * The answer of a student: the last JSON object of the text that has a status, repaired where it has to be. Unknown
 * fields are dropped, and types that are wrong but clear are put right. Undefined if there is none.
 */
export function readStudentAnswer(text: string): StudentAnswer | undefined {
  for (const object of jsonObjects(text)) {
    const answer = answerOf(object);
    if (answer !== undefined) return answer;
  }
  return undefined;
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
