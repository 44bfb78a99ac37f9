import type * as z from 'zod';

/** Enough of a text to recognise it. */
const MAX_FOUND_LENGTH = 60;
/** More than a person fixes at once. Input that a machine sends may have a hundred thousand. */
const MAX_ISSUES = 20;
/** How many parts of a field's path, and how many unknown fields, are named. */
const MAX_NAMES = 20;
/** How zod begins its messages, and what it says about the input, which we describe ourselves. */
const PREFIX = /^(?:Invalid (?:input|option|string|discriminator value)|Too (?:big|small))[:.] ?/;
const RECEIVED = /, received .*$/s;

/**
 * Describes for people what is wrong with a value: the field, what was found in it and what is allowed. Of many
 * issues, it describes the first and counts the rest; it shortens long names and values.
 */
export function describeIssues(issues: readonly z.core.$ZodIssue[], root = ''): string[] {
  const lines: string[] = [];
  for (const [index, issue] of issues.entries()) {
    if (lines.length >= MAX_ISSUES) return [...lines, at(root, `and ${issues.length - index} more`)];
    lines.push(...describeIssue(issue, join(root, issue.path)));
  }
  return lines;
}

/** The first of many, cut as in `describeIssues`. */
export function firstIssues(issues: readonly string[]): string[] {
  if (issues.length <= MAX_ISSUES) return [...issues];
  return [...issues.slice(0, MAX_ISSUES), `and ${issues.length - MAX_ISSUES} more`];
}

function describeIssue(issue: z.core.$ZodIssue, field: string): string[] {
  if (issue.code === 'unrecognized_keys') return [at(field, `unknown field ${names(issue.keys).join(', ')}`)];
  if (issue.code === 'invalid_key') return describeName(issue.issues, issue.input, field);
  if (issue.code === 'invalid_union') return describeUnion(issue, field);
  return [at(field, `${found(issue.input)}, ${expected(issue.message)}`)];
}

function describeName(issues: readonly z.core.$ZodIssue[], input: unknown, field: string): string[] {
  return issues.map(({ message }) => at(field, `the name ${found(input)}, ${expected(message)}`));
}

/** The shape that was meant is the one that fits best, provided that more than the kind of value fits. */
function describeUnion(issue: z.core.$ZodIssueInvalidUnion, field: string): string[] {
  if (issue.discriminator !== undefined) {
    const kind = (issue.input as Record<string, unknown>)[issue.discriminator];
    return [at(field, `${found(kind)}, ${expected(issue.message)}`)];
  }
  const shapes = issue.errors.filter((branch) => branch.some(({ path }) => path.length > 0));
  const [meant] = shapes.sort((one, other) => one.length - other.length);
  if (meant !== undefined) return describeIssues(meant, field);
  const kinds = issue.errors.flatMap((branch) => branch.map(({ message }) => expected(message)));
  return [at(field, `${found(issue.input)}, ${[...new Set(kinds)].join(', or ')}`)];
}

function found(input: unknown): string {
  if (input === undefined) return 'missing';
  return `found ${shown(input)}`;
}

function shown(input: unknown): string {
  if (typeof input === 'string') return JSON.stringify(shortened(input));
  if (Array.isArray(input)) return `a list of ${input.length}`;
  return typeof input === 'object' && input !== null ? 'an object' : String(input);
}

function shortened(text: string): string {
  return text.length > MAX_FOUND_LENGTH ? `${text.slice(0, MAX_FOUND_LENGTH)}…` : text;
}

function expected(message: string): string {
  const allowed = message.replace(PREFIX, '').replace(RECEIVED, '');
  return /^(?:expected|must) /i.test(allowed) ? allowed.replace(/^E/, 'e') : `expected ${allowed}`;
}

function at(field: string, what: string): string {
  return field === '' ? what : `${field}: ${what}`;
}

function join(root: string, path: readonly PropertyKey[]): string {
  return [...(root === '' ? [] : [root]), ...names(path)].join('.');
}

function names(all: readonly PropertyKey[]): string[] {
  const some = all.slice(0, MAX_NAMES).map((name) => shortened(String(name)));
  return all.length > MAX_NAMES ? [...some, '…'] : some;
}
