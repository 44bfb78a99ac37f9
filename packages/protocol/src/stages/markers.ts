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

/** How a claim stands, as a badge shows it. */
export type BadgeState = 'pending' | 'complete' | 'refused';

const MARKS: Readonly<Record<BadgeState, string>> = { pending: '…', complete: '✓', refused: '✗' };

/** What is seen in the place of a marker: never longer than the marker, and one cell for each character. */
export function badgeText(marker: Marker, state: BadgeState): string {
  switch (marker.kind) {
    case 'stage_complete':
      return `Stage ${marker.stageNumber} ${MARKS[state]}`;
    case 'course_complete':
      return `All stages ${MARKS[state]}`;
    case 'stage_unlocked':
      return `Stage ${marker.stageNumber} unlocked`;
  }
}

/** A text in which every marker is its badge; `stateOf` says how each stands. */
export function withBadges(text: string, stateOf: (marker: Marker) => BadgeState): string {
  if (!text.includes('[')) return text;
  return text.replaceAll(MARKERS, (...match: unknown[]) => {
    const marker = markerOf(match as unknown as RegExpMatchArray);
    return badgeText(marker, stateOf(marker));
  });
}

const BEGINNINGS = ['[STAGE_COMPLETE:', '[DUNGEON_COMPLETE]', '[PAYMENT_CONFIRMED:'];
/** Shorter beginnings may be anything, such as `[S` of a list. */
const SHORTEST_BEGINNING = 4;
const UNFINISHED_TAIL = /^(?:\[STAGE_COMPLETE:\d{0,9}|\[PAYMENT_CONFIRMED:\d{0,9}(?::(?:0(?:x[a-fA-F0-9]{0,64})?)?)?)$/;

/** Whether this may become a marker when more text follows: it is the beginning of one, and of nothing else likely. */
export function isUnfinishedMarker(text: string): boolean {
  if (text.length < SHORTEST_BEGINNING) return false;
  return (
    BEGINNINGS.some((beginning) => beginning.startsWith(text) && text !== '[DUNGEON_COMPLETE]') ||
    UNFINISHED_TAIL.test(text)
  );
}
