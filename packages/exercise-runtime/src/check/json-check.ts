import { isDeepStrictEqual } from 'node:util';
import { type DeclarativeCheck, parseJson } from '@agent-factory/protocol';
import { otherEnd, runProgram, shownCommand } from './command-checks.js';
import { excerpt } from './missing-texts.js';
import type { CheckScope } from './options.js';
import { type Difference, failed, PASSED, type Verdict } from './verdict.js';
import { readFileText } from './workspace-file.js';

type JsonCheck = Extract<DeclarativeCheck, { type: 'json_equals' }>;

/** Where the JSON comes from, and its text. */
type Source = { ok: true; where: string; text: string } | { ok: false; verdict: Verdict };

/** Judges one value inside a JSON file, or inside what a program prints. */
export async function judgeJson(check: JsonCheck, scope: CheckScope): Promise<Verdict> {
  const source = await readSource(check, scope);
  if (!source.ok) return source.verdict;
  const { where, text } = source;
  const parsed = parseJson(text);
  if (!parsed.ok) {
    return failed({
      message: `${where} should be JSON; it is not yet.`,
      expected: 'JSON',
      found: excerpt(text),
      where,
    });
  }
  return judgeValue(check, where, parsed.value);
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

function judgeValue({ at, equals }: JsonCheck, where: string, value: unknown): Verdict {
  const found = valueAt(value, at);
  if (found !== undefined && isDeepStrictEqual(found, equals)) return PASSED;
  const place = at.length === 0 ? where : `${where} at ${at.join('.')}`;
  const [expected, shown] = [textOf(equals), found === undefined ? 'nothing' : textOf(found)];
  const message = `${place} should be ${oneLine(expected)}; it is ${oneLine(shown)}.`;
  return failed({ message, expected, found: shown, where: place } satisfies Difference);
}

/** Own keys only: what every object inherits is nothing the student wrote. */
function valueAt(value: unknown, at: readonly (string | number)[]): unknown {
  let here = value;
  for (const key of at) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string | number, unknown>)[key];
  }
  return here;
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2);
  } catch {
    // Nested so deeply that the engine gives up.
    return '(too deep to show)';
  }
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ');
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}
