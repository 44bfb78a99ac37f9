import type { Gap } from '../contract/report.js';

/** What is compared of two gaps. */
export interface Comparable {
  location: { line: number | null };
  /** What a mentor would have done, where its place is known. */
  edit?: object | undefined;
  problem: string;
  evidence: Gap['evidence'];
}

/** How programs say that something is not there; the first group is its name. */
const MISSING: readonly RegExp[] = [
  /command not found: ([\w./@+-]+)/,
  /(?:^|[\s:])([\w./@+-]+): (?:command )?not found/m,
  /Cannot find (?:module|package) '([^'\n]+)'/,
  /No module named '?([\w.]+)'?/,
  /ENOENT: no such file or directory, \w+ '([^'\n]+)'/,
  /(?:cannot access|cannot open|can't open|can't cd to) (?:file )?'?([^':\n]+)'?: ?(?:\[Errno \d+\] )?No such file/i,
  /(?<![\w./@+-])([\w./@+-]+): No such file or directory/,
  /Unable to locate package (\S+)/,
  /Environment variable "?(\w+)"? (?:is )?(?:not set|missing|required)/i,
];

/** Found once for each gap, which is compared with every other. */
const MISSING_THINGS = new WeakMap<Gap['evidence'], { name: string | undefined }>();

/** What stands before such words without being the name of anything. */
const NO_NAME = /^(?:error|err|fatal|warning|exception|failed|page|file|command|module|package|404)$/i;

/** What the outputs name as missing; undefined where they name nothing. The last output that names one decides. */
export function missingThing(evidence: Gap['evidence']): string | undefined {
  const known = MISSING_THINGS.get(evidence) ?? { name: lastNamed(evidence) };
  MISSING_THINGS.set(evidence, known);
  return known.name;
}

function lastNamed(evidence: Gap['evidence']): string | undefined {
  for (const { output } of evidence.toReversed()) {
    for (const pattern of MISSING) {
      const name = pattern.exec(output)?.[1];
      if (name !== undefined && !NO_NAME.test(name)) return name.trim().toLowerCase();
    }
  }
  return undefined;
}

/**
 * Whether two gaps mean the same: the same line, a neighbouring one (unless the outputs of both name different
 * things, or a mentor would mend each by itself), the same missing thing, or, where neither has a line, the same
 * problem in the same words.
 */
export function samePlace(a: Comparable, b: Comparable): boolean {
  const [thingA, thingB] = [missingThing(a.evidence), missingThing(b.evidence)];
  if (thingA !== undefined && thingA === thingB) return true;
  const [lineA, lineB] = [a.location.line, b.location.line];
  if (lineA === null || lineB === null) return lineA === lineB && words(a.problem) === words(b.problem);
  if (lineA === lineB) return true;
  const differ = (thingA !== undefined && thingB !== undefined) || (a.edit !== undefined && b.edit !== undefined);
  return Math.abs(lineA - lineB) === 1 && !differ;
}

function words(text: string): string {
  return text.toLowerCase().replaceAll(/\W+/g, ' ').trim();
}
