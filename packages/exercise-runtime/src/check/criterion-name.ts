/** A file that a declarative check asks for. */
export interface ExpectedFile {
  path: string;
  name?: string | undefined;
  contains: readonly string[];
  hint?: string | undefined;
}

/** Longest name of a criterion; a path may be as long itself. */
const MAX_NAME_LENGTH = 200;

/** Name of its criterion, made from the path where the author gave none. */
export function criterionName({ name, path, contains }: ExpectedFile): string {
  const made = contains.length === 0 ? `${path} exists` : `${path} contains what it should`;
  return name ?? made.slice(0, MAX_NAME_LENGTH);
}
