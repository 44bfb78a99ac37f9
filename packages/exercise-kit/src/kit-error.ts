/** A failure that the author can fix: its message says what is wrong and what to do next. */
export class KitError extends Error {
  override readonly name = 'KitError';
}
