import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { PRESSURE } from '../../assets.js';
import { KitError } from '../../kit-error.js';
import { type Turn, turnSchema } from './turn.js';

export interface TurnChoice {
  /** Ids of turns. */
  readonly turns?: readonly string[] | undefined;
  /** Techniques of which all turns are tried. */
  readonly only?: readonly string[] | undefined;
}

/** All turns of this package. Throws if its data is damaged, which is no mistake of the author's. */
export function readTurns(): Turn[] {
  return z.array(turnSchema).parse(JSON.parse(readFileSync(PRESSURE, 'utf8')));
}

/** The turns that are asked for, by id or technique; all where nothing is. Throws KitError for unknown names. */
export function chooseTurns(all: readonly Turn[], { turns, only }: TurnChoice): readonly Turn[] {
  if (turns === undefined && only === undefined) return all;
  const names = <Key extends 'id' | 'technique'>(key: Key) => [...new Set(all.map((turn) => turn[key]))];
  requireKnown('turn', turns ?? [], names('id'));
  requireKnown('technique', only ?? [], names('technique'));
  return all.filter(({ id, technique }) => turns?.includes(id) || only?.includes(technique));
}

function requireKnown(kind: string, wanted: readonly string[], known: readonly string[]): void {
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new KitError(`There is no ${kind} "${unknown}". There are: ${known.join(', ')}`);
}
