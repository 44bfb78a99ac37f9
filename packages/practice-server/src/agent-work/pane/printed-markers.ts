import { findMarkers, MAX_MARKER_LENGTH } from '@agent-factory/protocol/stages';
import type { Saying } from '../markers/spoken-markers.js';
import { BREAK, unwrapped, VisibleText } from './visible-text.js';

/** Letters and digits before a marker that tell one saying from another. */
const CONTEXT_LENGTH = 24;
/** What is kept of the text before, in characters: enough for those, among signs, and for most of a marker. */
const TAIL_LENGTH = 4 * CONTEXT_LENGTH + MAX_MARKER_LENGTH;
/** With fewer letters and digits before it, a drawing is not remembered for itself: it could be any. */
const MIN_CONTEXT_LENGTH = 8;
/** Most sayings that are remembered. */
const MAX_KNOWN = 1000;
const NOT_LETTERS = /[^\p{L}\p{N}]/gu;

/** A marker that was drawn. `isNew`: it was said. Otherwise it was known, and can be known by this key as well. */
export interface Drawn {
  readonly saying: Saying;
  readonly literal: string;
  readonly isNew: boolean;
}

/** The place of a saying among the texts of a pane. */
interface Known {
  readonly literal: string;
  readonly context: string;
  /** The top of the screen, or of what is kept, may have cut the context off. */
  readonly isCut: boolean;
}

/**
 * Finds the markers that a program prints. The same saying is drawn again and again, wrapped in other ways: it is known
 * by its literal and the letters and digits before it. Where the top of the screen cuts these off, by those that are
 * left.
 */
export class PrintedMarkers {
  readonly #text = new VisibleText();
  #known: readonly Known[];
  #tail = '';

  /** @param keys of the sayings that are known already */
  constructor(keys: readonly string[]) {
    this.#known = keys.flatMap((key) => knownBy(key) ?? []);
  }

  /** The program has printed this. `hear` is told what of it can be seen. */
  add(bytes: Buffer, hear?: (visible: string) => void): Drawn[] {
    const visible = this.#text.add(bytes);
    hear?.(visible);
    return this.#find(visible);
  }

  /** This is on its screen, or has been there: it need not have been printed in that order. */
  scan(screen: string): Drawn[] {
    const tail = this.#tail;
    const found = this.#find(BREAK + unwrapped(screen));
    this.#tail = tail;
    return found;
  }

  #find(visible: string): Drawn[] {
    const text = this.#tail + visible;
    this.#tail = tailOf(text);
    const found = findMarkers(text);
    return found.flatMap(({ marker, text: literal, index }) => {
      const place = placeOf(literal, text.slice(Math.max(0, index - TAIL_LENGTH), index));
      const saying = { marker, key: `${literal} ${place.context}` };
      const kind = this.#judge(place);
      return kind === 'known' ? [] : [{ saying, literal, isNew: kind === 'new' }];
    });
  }

  /** `again`: it is one that is known, with less before it, and may stand behind something else by the next time. */
  #judge(found: Known): 'new' | 'again' | 'known' {
    const same = this.#known.filter((known) => isSame(known, found));
    const isShort = found.isCut && found.context.length < MIN_CONTEXT_LENGTH;
    if (same.some(({ context }) => context === found.context) || (same.length > 0 && isShort)) return 'known';
    this.#known = [...this.#known.slice(1 - MAX_KNOWN), found];
    return same.length > 0 ? 'again' : 'new';
  }
}

/** What was before a break is not what was said before. */
function placeOf(literal: string, before: string): Known {
  const at = before.lastIndexOf(BREAK);
  const said = [...before.slice(at + 1).replace(NOT_LETTERS, '')];
  return { literal, context: said.slice(-CONTEXT_LENGTH).join(''), isCut: at >= 0 && said.length < CONTEXT_LENGTH };
}

function isSame(a: Known, b: Known): boolean {
  if (a.literal !== b.literal) return false;
  if (a.context === b.context) return true;
  return (a.isCut && b.context.endsWith(a.context)) || (b.isCut && a.context.endsWith(b.context));
}

function knownBy(key: string): Known | undefined {
  const [literal, context] = key.split(' ').slice(-2);
  if (literal === undefined || context === undefined) return undefined;
  return { literal, context, isCut: [...context].length < CONTEXT_LENGTH };
}

/** From a whole character on. */
function tailOf(text: string): string {
  return text.slice(-TAIL_LENGTH).replace(/^[\udc00-\udfff]/, '');
}
