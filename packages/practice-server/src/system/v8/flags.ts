import { setFlagsFromString } from 'node:v8';

/**
 * The newest Node, by its major version, in which `node --v8-options` lists the flag; Node 20 knows them all. V8 may
 * drop any of them, and does not say whether it knows one.
 */
const NEWEST = {
  'compact-on-every-full-gc': 26,
  'flush-baseline-code': 26,
  'interrupt-budget': 20,
  'semi-space-growth-factor': 26,
  'stress-flush-code': 26,
};

export type V8Flag = keyof typeof NEWEST;

/**
 * Sets a flag of V8, if it is one of this Node's: for another, V8 prints an error, which the student would see at every
 * start. Whoever sets one does without it where it is not known.
 */
export function setV8Flag(flag: V8Flag, value: boolean | number): void {
  if (Number.parseInt(process.versions.node, 10) > NEWEST[flag]) return;
  if (typeof value === 'number') setFlagsFromString(`--${flag}=${value}`);
  else setFlagsFromString(value ? `--${flag}` : `--no-${flag}`);
}
