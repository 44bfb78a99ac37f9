import * as z from 'zod';

/** A day in seconds: no limit of a run is longer, and no timer overflows by it. */
export const MAX_SECONDS = 86_400;
/** Characters of a path or name at most: what Linux takes as a path. */
const MAX_PATH = 4096;
/** Entries of a list at most; more are a mistake. */
const MAX_ENTRIES = 200;

/** A whole number in a range. The range is what its error tells. */
export const whole = (min: number, max: number) => z.int().min(min).max(max);

/** A path or a name: not empty, and without the byte that ends a path. */
export const name = z
  .string()
  .min(1)
  .max(MAX_PATH)
  .regex(/^[^\0]*$/);

export const names = z.array(name).max(MAX_ENTRIES);

const mount = z.object({
  source: name.describe('Folder or file of this machine, relative to this file.'),
  target: z
    .string()
    .regex(/^\/[^\0:]*$/)
    .max(MAX_PATH)
    .describe('Absolute path in the container.'),
});

export const mounts = z.array(mount).max(MAX_ENTRIES);
