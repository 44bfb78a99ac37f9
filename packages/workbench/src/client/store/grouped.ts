/** Sorts values by their path. Where those of a path are the same as before, so is their list. */
export function groupedByPath<T extends { readonly path: string }>(
  values: readonly T[],
  before: ReadonlyMap<string, readonly T[]>,
): ReadonlyMap<string, readonly T[]> {
  return grouped(values, (value) => value.path, before);
}

export function grouped<T>(
  values: readonly T[],
  pathOf: (value: T) => string,
  before: ReadonlyMap<string, readonly T[]>,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(pathOf(value));
    if (group === undefined) groups.set(pathOf(value), [value]);
    else group.push(value);
  }
  const kept = [...groups].map(([path, group]) => [path, sameOr(group, before.get(path))] as const);
  const isSame = kept.length === before.size && kept.every(([path, group]) => before.get(path) === group);
  return isSame ? before : new Map(kept);
}

function sameOr<T>(group: readonly T[], before: readonly T[] | undefined): readonly T[] {
  const isSame = before?.length === group.length && before.every((value, index) => value === group[index]);
  return isSame ? before : group;
}
