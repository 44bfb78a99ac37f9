import { z } from 'zod';

const MAX_PATH_LENGTH = 200;

/** Windows device names, drive letters and back-slashes are refused too: content travels between systems. */
const UNSAFE = /[\\:]|\p{Cc}/u;

function isConfined(path: string): boolean {
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** A file inside an exercise: relative, forward slashes, never leaving its folder. */
export const contentPathSchema = z
  .string()
  .min(1)
  .max(MAX_PATH_LENGTH)
  .refine((path) => !UNSAFE.test(path) && isConfined(path), 'a relative path that stays inside the exercise');
