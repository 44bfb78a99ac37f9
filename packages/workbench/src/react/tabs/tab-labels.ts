/** By path: the folder that tells files of the same name apart; nothing for a name that is there once. */
export function labelsOf(paths: readonly string[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(nameOf(path), (counts.get(nameOf(path)) ?? 0) + 1);
  const twice = paths.filter((path) => (counts.get(nameOf(path)) ?? 0) > 1);
  return new Map(twice.map((path) => [path, folderOf(path)]));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  return path.split('/').at(-2) ?? '.';
}
