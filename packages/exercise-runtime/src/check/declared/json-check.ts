import { isDeepStrictEqual } from 'node:util';
import type { DeclarativeCheck } from '@agent-factory/protocol';
import type { CheckScope } from '../options.js';
import { otherEnd, runProgram, shownCommand } from './command-checks.js';
import { type FoundValue, findValue } from './find-value.js';
import { excerpt } from './missing-texts.js';
import { type Difference, failed, PASSED, type Verdict } from './verdict.js';
import { readFileText } from './workspace-file.js';

type JsonCheck = Extract<DeclarativeCheck, { type: 'json_equals' }>;

/** Longer JSON is shown without indents. Only its beginning is visible anyway. */
const MAX_INDENTED_LENGTH = 2000;

/** Where the JSON comes from, and its text. */
type Source = { ok: true; where: string; text: string } | { ok: false; verdict: Verdict };

/** Judges one value in a JSON file, or in what a program prints. */
export async function judgeJson(check: JsonCheck, scope: CheckScope): Promise<Verdict> {
  const source = await readSource(check, scope);
  if (!source.ok) return source.verdict;
  const { where, text } = source;
  const found = await findValue(text, check.at, scope.signal);
  if (found === undefined) return { kind: 'unjudged', code: 'check_timeout', detail: `${where} is too large to read` };
  if (found.kind !== 'no_json') return judgeValue(check, where, found);
  const message = `${where} should be JSON; it is not yet.`;
  return failed({ message, expected: 'JSON', found: excerpt(text), where });
}

async function readSource({ path, command, timeout }: JsonCheck, scope: CheckScope): Promise<Source> {
  if (command !== undefined) return readPrinted(command, timeout, scope);
  const where = path ?? '';
  const text = await readFileText(where, scope.workspace);
  return text.ok ? { ok: true, where, text: text.value } : { ok: false, verdict: failed(text.difference) };
}

async function readPrinted(command: readonly string[], timeout: number, scope: CheckScope): Promise<Source> {
  const ran = await runProgram({ command, timeout }, scope);
  if (!ran.ok) return ran;
  const where = shownCommand(command);
  if (ran.result.exitCode === 0) return { ok: true, where, text: ran.result.stdout };
  return { ok: false, verdict: failed(otherEnd(where, 0, ran.result)) };
}

function judgeValue({ at, equals }: JsonCheck, where: string, found: FoundValue): Verdict {
  if (found.kind === 'value' && isSame(found.json, equals)) return PASSED;
  const place = at.length === 0 ? where : `${where} at ${at.join('.')}`;
  const [expected, shown] = [shownJson(JSON.stringify(equals)), shownValue(found)];
  const message = `${place} should be ${oneLine(expected)}; it is ${oneLine(shown)}.`;
  return failed({ message, expected, found: shown, where: place } satisfies Difference);
}

/** Equal values have equal length, whatever the order of their keys, so one of another length is not even parsed. */
function isSame(json: string, equals: unknown): boolean {
  return json.length === JSON.stringify(equals).length && isDeepStrictEqual(JSON.parse(json), equals);
}

function shownValue(found: FoundValue): string {
  if (found.kind === 'value') return shownJson(found.json);
  return found.kind === 'too_deep' ? '(too deep to show)' : 'nothing';
}

/** Over several lines if there is room: indents grow with the square of the depth. */
function shownJson(json: string): string {
  return json.length > MAX_INDENTED_LENGTH ? json : JSON.stringify(JSON.parse(json), null, 2);
}

function oneLine(text: string): string {
  const line = text.slice(0, MAX_INDENTED_LENGTH).replaceAll(/\n\s*/g, ' ');
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}
