/** Most files that are listed: whoever sees more of them writes another letter. */
export const MOST_FOUND = 100;

interface Match {
  readonly path: string;
  /** Lower is better. */
  readonly rank: number;
}

/** Files whose path has these letters in this order: those with the words in their name first, short ones before long ones. */
export function findFiles(paths: Iterable<string>, wanted: string): string[] {
  const letters = wanted.toLowerCase();
  const matches: Match[] = [];
  for (const path of paths) {
    const rank = rankOf(path.toLowerCase(), letters);
    if (rank !== undefined) matches.push({ path, rank });
  }
  matches.sort((one, other) => one.rank - other.rank || one.path.length - other.path.length);
  return matches.slice(0, MOST_FOUND).map(({ path }) => path);
}

function rankOf(path: string, letters: string): number | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith(letters)) return 0;
  if (name.includes(letters)) return 1;
  if (path.includes(letters)) return 2;
  return hasInOrder(path, letters) ? 3 : undefined;
}

function hasInOrder(path: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    const at = path.indexOf(letter, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}
