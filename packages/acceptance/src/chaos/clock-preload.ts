// Loaded into the daemon before its own code: shifts its time of day by the milliseconds in the
// file that PRACTICE_CHAOS_CLOCK names. The monotonic clock stays as it is.
import { readFileSync } from 'node:fs';

/** How often the file is read, in milliseconds of the monotonic clock. */
const LOOK_EVERY_MS = 50;

const RealDate = Date;
const path = process.env.PRACTICE_CHAOS_CLOCK ?? '';
let shift = 0;
let lookedAt = Number.NEGATIVE_INFINITY;

function shiftedNow(): number {
  if (performance.now() - lookedAt > LOOK_EVERY_MS) {
    lookedAt = performance.now();
    try {
      shift = Number(readFileSync(path, 'utf8')) || 0;
    } catch {
      // Out of descriptors: the clock keeps its last shift.
    }
  }
  return RealDate.now() + shift;
}

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(shiftedNow()).toString(),
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [shiftedNow()] : args, newTarget),
  get: (target, name, receiver) => (name === 'now' ? shiftedNow : Reflect.get(target, name, receiver)),
});
