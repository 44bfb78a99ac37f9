import type { z } from 'zod';

/** Enough of a text to recognise it by. */
const MAX_FOUND_LENGTH = 60;
/** More than a person mends at once. What is sent by a machine may have a hundred thousand. */
const MAX_ISSUES = 20;
/** Parts of the way to a field, and unknown fields, that are named. */
const MAX_NAMES = 20;
/** How zod begins its messages, and what it says of the input that we say ourselves. */
const PREFIX = /^(?:Invalid (?:input|option|string|discriminator value)|Too (?:big|small))[:.] ?/;
const RECEIVED = /, received .*$/s;

/**
 * What is wrong with a value, for people: the field, what was found in it and what is allowed. The first
 * of many, and how many more there are; names and values by their beginnings.
 */
export function describeIssues(issues: readonly z.core.$ZodIssue[], root = ''): string[] {
  const lines: string[] = [];
  for (const [index, issue] of issues.entries()) {
    if (lines.length >= MAX_ISSUES) return [...lines, at(root, `and ${issues.length - index} more`)];
    lines.push(...describeIssue(issue, join(root, issue.path)));
  }
  return lines;
}

/** The first of many, as `describeIssues` cuts its own. */
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

/** The shape that was meant is the one of which more than the kind of value is right, and of those the one of which most is. */
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
