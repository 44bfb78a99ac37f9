/**
 * Where a part first begins in a whole, -1 where it is not in it: the algorithm of Knuth, Morris and Pratt. Its time
 * is linear, whatever repeats in both; that of `String.prototype.indexOf` is not.
 */
export function indexOfPart<T>(whole: ArrayLike<T>, part: ArrayLike<T>): number {
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = 0; at < whole.length && matched < part.length; at += 1) {
    matched = extend(part, borders, matched, whole[at]);
    if (matched === part.length) return at + 1 - matched;
  }
  return part.length === 0 ? 0 : -1;
}

/** For each length of a beginning, the length of the longest shorter one that it also ends with. */
function bordersOf<T>(part: ArrayLike<T>): number[] {
  const borders = [0, 0];
  for (let at = 1; at < part.length; at += 1) borders.push(extend(part, borders, borders[at] ?? 0, part[at]));
  return borders;
}

/** Length of the beginning that is matched once `next` follows one of the length `matched`. */
function extend<T>(part: ArrayLike<T>, borders: readonly number[], matched: number, next: T | undefined): number {
  let length = matched;
  while (length > 0 && part[length] !== next) length = borders[length] ?? 0;
  return part[length] === next ? length + 1 : 0;
}
