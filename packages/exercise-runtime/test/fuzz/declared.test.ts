import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedDocuments, fc, flatValue, fuzz, jsonText, oddName, oddText, wellFormed } from '@agent-factory/fuzzing';
import { type DeclarativeCheck, declarativeCheckSchema, verificationResultSchema } from '@agent-factory/protocol';
import { afterAll, beforeAll, expect } from 'vitest';
import { runDeclaredChecks } from '../../src/check/declared/declared-checks.js';
import { ENV } from '../support.js';

let workspace: string;
beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'declared-'));
});
afterAll(() => rm(workspace, { recursive: true, force: true }));

async function judge(check: unknown, text: string) {
  const parsed = declarativeCheckSchema.safeParse(check);
  if (!parsed.success) return undefined;
  await writeFile(join(workspace, 'work.txt'), text);
  const checks: DeclarativeCheck[] = [parsed.data];
  const result = await runDeclaredChecks({ checks, criteria: [], timeoutMs: 20_000 }, { workspace, env: ENV });
  expect(verificationResultSchema.safeParse(result).error).toBeUndefined();
  expect(result.criteria.every(({ passed, status }) => passed === (status === 'passed'))).toBe(true);
  return result;
}

const document = { a: [1, { b: 'x' }], 'two words': null, n: 1.5, deep: { deeper: [true] } };
const key = fc.oneof(fc.constantFrom('a', 'deep', 'deeper', 'b', 0, 1), oddName, fc.nat());

fuzz({
  parser: 'declared checks',
  says: 'a value inside any JSON is found or not, and the file itself is never at fault',
  input: fc.tuple(fc.array(key, { maxLength: 4 }), flatValue.map(jsonText), changedDocuments([document])),
  cost: 8,
  holds: async ([at, equals, text]) => {
    const check = { type: 'json_equals', criterion: 'n', path: 'work.txt', at, equals: JSON.parse(equals) };
    const result = await judge(check, text);
    if (result !== undefined) expect(['passed', 'failed']).toContain(result.status);
  },
});

fuzz({
  parser: 'declared checks',
  says: 'a file has what it was written with, however odd that is',
  input: fc.tuple(oddText, oddText, oddText),
  cost: 8,
  holds: async ([before, part, after]) => {
    const check = { type: 'file_contains', criterion: 'n', path: 'work.txt', contains: [part] };
    const result = await judge(check, before + part + after);
    if (isOneLine(part) && result !== undefined) expect(result.status).toBe('passed');
  },
});

/** Halves of characters and of line ends do not survive being written and read. */
function isOneLine(text: string): boolean {
  return !/[\r\n\ufeff]/.test(text) && wellFormed(text) === text;
}

const pattern = fc
  .array(fc.constantFrom('a', 'b', '(', ')', '[', ']', '+', '*', '\\', '\\p{L}', '^', '$', '|', '.'), { maxLength: 10 })
  .map((parts) => parts.join(''));

fuzz({
  parser: 'declared checks',
  says: 'a pattern matches, or not, or takes too long, which is not the work’s fault',
  input: fc.tuple(pattern, fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 30 })),
  cost: 40,
  holds: async ([text, content]) => {
    const result = await judge({ type: 'file_matches', criterion: 'n', path: 'work.txt', pattern: text }, content);
    if (result === undefined) return;
    if (result.status === 'timeout') expect(result.error?.code).toBe('check_timeout');
    else expect(result.complete).toBe(new RegExp(text, 'mu').test(content));
  },
});
