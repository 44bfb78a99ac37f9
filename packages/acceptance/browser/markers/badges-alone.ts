import { expect } from '@playwright/test';
import {
  type Cell,
  describeDifferences,
  differencesFromTmux,
  pageViewer,
  type Screen,
  type TmuxPane,
  tmuxScreen,
} from '../../src/index.js';
import type { PracticePage } from '../classroom/practice-page.js';

/** A marker in the characters of all rows, one after the other, as it is wrapped at the right edge or in a frame. */
const MARKER = /\[STAGE_(?:[ │]*)COMPLETE:\d+\]|\[DUNGEON_COMPLETE\]|\[PAYMENT_CONFIRMED:\d+:0x[a-f\d]+\]/g;
/** What is left of a framed one whose beginning has scrolled off the top, as by a screen that was lower for a moment. */
const TAIL = /^[ │]*COMPLETE:\d+\]/;
/**
 * After a resize, Claude Code draws anew in several parts. In between, tmux 3.3 gives cells that were erased another
 * background when it draws afresh than it had sent before, and rows that it has laid out anew continue others; no event tells when the last part was drawn. In milliseconds.
 */
const REDRAWN_AFTER_MS = 2000;
/** What nobody is to see of one. */
const SEEN = /STAGE_|COMPL|DUNGEON|PAYM|0x|4f4f/;

/**
 * Compares every cell of the page's terminal with what tmux holds, but for the cells of markers, in which nothing of a
 * marker may be seen. Returns what is drawn in those of each marker.
 */
export async function expectBadgesAlone(practice: PracticePage, pane: TmuxPane): Promise<string[]> {
  let badges: string[] = [];
  const viewer = pageViewer(practice.page);
  const look = async () => {
    const { screen: shown, drawnBytes } = await viewer.look();
    const places = markersOf(await tmuxScreen(pane));
    badges = places.map((cells) => cells.map(({ row, col }) => shown.cells[row]?.[col]?.chars || ' ').join(''));
    return { screen: withMarkers(shown, places), drawnBytes };
  };
  const compare = () => differencesFromTmux(pane, { ...viewer, look });
  let differences = await compare();
  if (differences.length > 0 && differences.every(({ field }) => field === 'bg' || field === 'wrap')) {
    await practice.page.waitForTimeout(REDRAWN_AFTER_MS);
    differences = await compare();
  }
  expect(describeDifferences(differences)).toBe('0 cells differ');
  for (const badge of badges) expect(badge).not.toMatch(SEEN);
  return badges.map((badge) => badge.replace(/[ │]+/g, ' ').trim());
}

interface Place {
  readonly row: number;
  readonly col: number;
  readonly cell: Cell;
}

/** The cells of each marker that tmux holds. */
function markersOf({ cells }: Screen): Place[][] {
  const all = cells.flatMap((line, row) => line.map((cell, col) => ({ row, col, cell })));
  const text = all.map(({ cell }) => (cell.chars.length === 1 ? cell.chars : ' ')).join('');
  const tail = TAIL.exec(text)?.[0] ?? '';
  const found = [...text.matchAll(MARKER)].map(({ 0: marker, index }) => all.slice(index, index + marker.length));
  return tail === '' ? found : [all.slice(0, tail.length), ...found];
}

function withMarkers(shown: Screen, places: readonly (readonly Place[])[]): Screen {
  const cells = shown.cells.map((line) => [...line]);
  for (const { row, col, cell } of places.flat()) {
    const line = cells[row];
    if (line !== undefined && line.length > col) line[col] = cell;
  }
  return { ...shown, cells };
}
