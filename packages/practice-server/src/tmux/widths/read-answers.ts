import { decode, PracticeError, type WidthsResponse, widthsResponseSchema } from '@agent-factory/protocol';
import type { TmuxAnswers } from './ask-tmux.js';
import {
  BAR,
  FLAG_LETTERS,
  JOINED_BY_ZWJ,
  type Questions,
  readColumns,
  UNRELATED,
  UNRELATED_AND_INDICATOR,
  WITH_VARIATION_SELECTOR,
  withSkinTone,
} from './questions.js';

type Range = WidthsResponse['ranges'][number];
type Joins = WidthsResponse['joins'];

/** Every character above ASCII. */
const ALL: [number, number] = [0x80, 0x10ffff];

/** Converts tmux's answers for the panel. Throws `session_failed` if one is missing or makes no sense. */
export function readAnswers(questions: Questions, { version, replies, screen }: TmuxAnswers): WidthsResponse {
  const widths = readColumns(replies)?.map((column) => column - 1) ?? [];
  if (widths.length !== questions.texts.length) {
    throw failed('tmux did not report the width of every character');
  }
  const lines = screen.split('\n');
  const ranges = readRanges(questions, widths);
  const outcome = decode(widthsResponseSchema, {
    tmux: version,
    ranges,
    joins: readJoins(questions, widthsOfOthers(questions, widths, ranges), lines[0] ?? ''),
    maxCharacterBytes: Math.max(...lines.slice(1, 3).map(bytesBeforeBar)),
  });
  if (outcome.ok) return outcome.value;
  throw failed(`tmux reported widths that no character has: ${outcome.issues.join('; ')}`);
}

function failed(what: string): PracticeError {
  return new PracticeError('session_failed', `${what}. Try again.`);
}

function bytesBeforeBar(line: string): number {
  return Buffer.byteLength(line.slice(0, line.indexOf(BAR)));
}

type WidthOf = (text: string) => number;

/** Of the texts that are no samples, and of the characters that take a skin tone. */
function widthsOfOthers({ samples, modifierBases, texts }: Questions, widths: number[], ranges: Range[]): WidthOf {
  const known = new Map<string, number>();
  for (const base of modifierBases) {
    const range = ranges.find(([first, last]) => first <= base && base <= last);
    known.set(String.fromCodePoint(base), range?.[2] ?? 1);
  }
  for (let at = samples.length; at < texts.length; at += 1) known.set(texts[at] ?? '', widths[at] ?? 1);
  return (text) => known.get(text) ?? 1;
}

function readRanges({ samples }: Questions, widths: number[]): Range[] {
  const ranges: Range[] = [];
  for (const [index, { first, last }] of samples.entries()) {
    const width = widths[index] ?? 1;
    const previous = ranges.at(-1);
    if (width === 1) continue;
    if (previous?.[1] === first - 1 && previous[2] === width) previous[1] = last;
    else ranges.push([first, last, width]);
  }
  return ranges;
}

function readJoins(questions: Questions, widthOf: WidthOf, flagLine: string): Joins {
  return {
    zwj: widthOf(JOINED_BY_ZWJ) === 2,
    variationSelector: widthOf(WITH_VARIATION_SELECTOR) === 2,
    modifierBases: readModifierBases(questions, (base) => widthOf(base) > 0 && widthOf(withSkinTone(base)) === 2),
    flags: readFlags(widthOf(UNRELATED_AND_INDICATOR), flagLine),
  };
}

function readModifierBases(questions: Questions, takesSkinTone: (base: string) => boolean): Joins['modifierBases'] {
  if (takesSkinTone(UNRELATED)) return [ALL];
  const bases: [number, number][] = [];
  for (const point of questions.modifierBases) {
    if (!takesSkinTone(String.fromCodePoint(point))) continue;
    const previous = bases.at(-1);
    if (previous?.[1] === point - 1) previous[1] = point;
    else bases.push([point, point]);
  }
  return bases;
}

/** If the two are separate characters, the one that was not erased is still there, alone. */
function readFlags(unrelatedAndIndicator: number, flagLine: string): Joins['flags'] {
  if (unrelatedAndIndicator === 2) return 'modifiers';
  const [first, second] = FLAG_LETTERS;
  return flagLine.includes(first) && !flagLine.includes(second) ? 'apart' : 'pairs';
}
