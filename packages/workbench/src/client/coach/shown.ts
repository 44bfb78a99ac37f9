import {
  type CoachMessage,
  GLOW_STYLES,
  type Glow,
  type GlowStyle,
  HINT_LEVELS,
  type HintLevel,
  type Mark,
} from '@agent-factory/protocol/coach';
import type { Shown } from '../state.js';
import { grouped, groupedByPath } from '../store/grouped.js';
import type { CoachState } from './coach-state.js';

export const NOTHING_SHOWN: Shown = {
  marks: new Map(),
  glows: new Map(),
  balloons: new Map(),
  toasts: [],
  messages: [],
};

type Pointed = Pick<CoachState, 'marks' | 'glows' | 'messages' | 'hintLevel'>;

/** What is shown of the agent's pointing at this hint level. What the agent says is always shown, but once dismissed. */
export function shownOf(pointed: Pointed, dismissed: ReadonlySet<string>, before: Shown): Shown {
  const { hintLevel } = pointed;
  const messages = pointed.messages.filter(({ id }) => !dismissed.has(id));
  const marks = showsAt('region', hintLevel) ? pointed.marks : [];
  const toasts = messages.filter(({ anchor }) => anchor === undefined);
  return {
    marks: groupedByPath(showsAt('line', hintLevel) ? marks : marks.map(withoutText), before.marks),
    glows: sameGlows(showsAt('file', hintLevel) ? glowing(pointed.glows) : new Map(), before.glows),
    balloons: grouped(messages.filter(isAnchored), ({ anchor }) => anchor?.path ?? '', before.balloons),
    toasts: sameList(toasts, before.toasts),
    messages: sameList(messages, before.messages),
  };
}

function showsAt(needed: HintLevel, level: HintLevel): boolean {
  return HINT_LEVELS.indexOf(level) >= HINT_LEVELS.indexOf(needed);
}

/** The same object for the same mark, so that a list of them stays the same. */
const textless = new WeakMap<Mark, Mark>();

function withoutText(mark: Mark): Mark {
  if (mark.hoverText === undefined) return mark;
  const known = textless.get(mark);
  if (known !== undefined) return known;
  const { hoverText, ...bare } = mark;
  textless.set(mark, bare);
  return bare;
}

/** With the folders above where that is asked for; the stronger glow wins. */
function glowing(glows: readonly Glow[]): ReadonlyMap<string, GlowStyle> {
  const all = new Map<string, GlowStyle>();
  const add = (path: string, style: GlowStyle) => {
    const there = all.get(path);
    if (there === undefined || isStronger(style, there)) all.set(path, style);
  };
  for (const { path, style, directories } of glows) {
    add(path, style);
    if (directories) for (const folder of foldersAbove(path)) add(folder, style);
  }
  return all;
}

function isStronger(style: GlowStyle, than: GlowStyle): boolean {
  return GLOW_STYLES.indexOf(style) > GLOW_STYLES.indexOf(than);
}

/** `a/b/c.ts` is in `a` and in `a/b`. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function sameGlows(now: ReadonlyMap<string, GlowStyle>, before: ReadonlyMap<string, GlowStyle>) {
  const isSame = now.size === before.size && [...now].every(([path, style]) => before.get(path) === style);
  return isSame ? before : now;
}

function isAnchored({ anchor }: CoachMessage): boolean {
  return anchor !== undefined;
}

function sameList<T>(now: readonly T[], before: readonly T[]): readonly T[] {
  const isSame = now.length === before.length && now.every((value, index) => value === before[index]);
  return isSame ? before : now;
}
