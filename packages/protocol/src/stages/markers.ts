import { MarkerReader } from './marker-reader.js';

/** What a tutor's marker says (spec terminal-events §4). */
export type Marker =
  | { readonly kind: 'stage_complete'; readonly stageNumber: number }
  | { readonly kind: 'course_complete' }
  | { readonly kind: 'stage_unlocked'; readonly stageNumber: number; readonly txHash: string };

/** A marker and its place in a text, in UTF-16 units. */
export interface FoundMarker {
  readonly marker: Marker;
  readonly text: string;
  readonly index: number;
}

/** Digits of a number and of a hash that are read; longer ones are no marker, so that a match has a bound. */
const MARKERS =
  /\[STAGE_COMPLETE:(\d{1,9})\]|\[DUNGEON_COMPLETE\]|\[PAYMENT_CONFIRMED:(\d{1,9}):(0x[a-fA-F0-9]{1,64})\]/g;

/** The longest marker there is, in characters: one of a payment, with nine digits and a whole hash. */
export const MAX_MARKER_LENGTH = '[PAYMENT_CONFIRMED::]'.length + 9 + 66;

/** All markers of a text, in their order. */
export function findMarkers(text: string): FoundMarker[] {
  if (!text.includes('[')) return [];
  return [...text.matchAll(MARKERS)].map((match) => ({ marker: markerOf(match), text: match[0], index: match.index }));
}

function markerOf([text, completed, unlocked, txHash]: RegExpExecArray | RegExpMatchArray): Marker {
  if (completed !== undefined) return { kind: 'stage_complete', stageNumber: Number(completed) };
  if (unlocked !== undefined && txHash !== undefined)
    return { kind: 'stage_unlocked', stageNumber: Number(unlocked), txHash };
  if (text === '[DUNGEON_COMPLETE]') return { kind: 'course_complete' };
  throw new Error(`Not a marker: ${text}`);
}

/** A marker as the tutor writes it. */
export function markerText(marker: Marker): string {
  switch (marker.kind) {
    case 'stage_complete':
      return `[STAGE_COMPLETE:${marker.stageNumber}]`;
    case 'course_complete':
      return '[DUNGEON_COMPLETE]';
    case 'stage_unlocked':
      return `[PAYMENT_CONFIRMED:${marker.stageNumber}:${marker.txHash}]`;
  }
}

/** How a claim stands, as a badge shows it. `claimed`: nobody here knows, as in a recording. */
export type BadgeState = 'claimed' | 'pending' | 'complete' | 'refused';

const MARKS: Readonly<Record<BadgeState, string>> = { claimed: '', pending: ' …', complete: ' ✓', refused: ' ✗' };

/** What is seen in the place of a marker: never longer than the marker, and one cell for each character. */
export function badgeText(marker: Marker, state: BadgeState): string {
  switch (marker.kind) {
    case 'stage_complete':
      return `Stage ${marker.stageNumber}${MARKS[state]}`;
    case 'course_complete':
      return `All stages${MARKS[state]}`;
    case 'stage_unlocked':
      return `Stage ${marker.stageNumber} unlocked`;
  }
}

/** The marker that this text is, and nothing else; undefined if it is none. */
export function parseMarker(text: string): Marker | undefined {
  const [found] = text.length <= MAX_MARKER_LENGTH ? findMarkers(text) : [];
  return found?.text === text ? found.marker : undefined;
}

/** A text in which every marker is its badge; `stateOf` says how each stands. */
export function withBadges(text: string, stateOf: (marker: Marker) => BadgeState): string {
  if (!text.includes('[')) return text;
  return text.replaceAll(MARKERS, (...match: unknown[]) => {
    const marker = markerOf(match as unknown as RegExpMatchArray);
    return badgeText(marker, stateOf(marker));
  });
}

/** Shorter beginnings may be anything, such as `[S` of a list. */
const SHORTEST_BEGINNING = 4;

/** Whether this may become a marker when more text follows: it is the beginning of one, and of nothing else likely. */
export function isUnfinishedMarker(text: string): boolean {
  if (text.length < SHORTEST_BEGINNING || text.length >= MAX_MARKER_LENGTH) return false;
  const reader = new MarkerReader();
  for (let at = 0; at < text.length; at += 1) if (!reader.take(text.charCodeAt(at))) return false;
  return !reader.isComplete;
}

/** A text that is still being written, without the beginning of a marker at its end. */
export function withoutUnfinishedMarker(text: string): string {
  const start = text.lastIndexOf('[');
  return start >= 0 && isUnfinishedMarker(text.slice(start)) ? text.slice(0, start) : text;
}
