import type { MarkerLook } from '../../client/markers/marker-look.js';
import { badgeCells } from './badge-cells.js';
import { findPlaces } from './find-places.js';
import { findTail } from './find-tail.js';

/** Lines of a terminal as text, with badges in exactly the places of its markers. */
export function textWithBadges(text: string, look: MarkerLook): string {
  const lines = text.split('\n');
  const rows = {
    length: lines.length,
    lengthOf: (row: number) => lines[row]?.length ?? 0,
    codeAt: (row: number, col: number) => lines[row]?.charCodeAt(col) || 0, // not a number behind its end
    find: (row: number, code: number, from: number) => lines[row]?.indexOf(String.fromCharCode(code), from) ?? -1,
  };
  const tail = findTail(rows, []);
  for (const place of [...(tail ? [tail] : []), ...findPlaces(rows)]) {
    if (!look.isDrawn(place.text)) continue;
    const state = place.marker === undefined ? 'pending' : look.stateOf(place.marker);
    for (const { row, col, character } of badgeCells(place, state)) {
      const line = lines[row] ?? '';
      lines[row] = line.slice(0, col) + (character || ' ') + line.slice(col + 1);
    }
  }
  return lines.join('\n');
}
