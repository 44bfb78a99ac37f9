import type { DeclarativeCheck, VerificationConfig } from '@agent-factory/protocol';

type FilesCheck = Extract<VerificationConfig, { type: 'files' }>;

/** Longest name of a criterion; a path may be as long itself. */
const MAX_NAME_LENGTH = 200;

/** The older form of a check by files, as declared checks. */
export function checksOfFiles({ files }: FilesCheck): DeclarativeCheck[] {
  return files.map(({ path, name, contains, hint }): DeclarativeCheck => {
    const made = contains.length === 0 ? `${path} exists` : `${path} contains what it should`;
    const base = { name: name ?? made.slice(0, MAX_NAME_LENGTH), path, ...(hint !== undefined && { hint }) };
    return contains.length === 0 ? { ...base, type: 'file_exists' } : { ...base, type: 'file_contains', contains };
  });
}

/** The criteria of an exercise in their order, or undefined where only its script knows them. */
export function declaredCriteria(check: VerificationConfig | undefined): string[] | undefined {
  if (check === undefined || check.type === 'script') return undefined;
  return (check.type === 'files' ? checksOfFiles(check) : check.checks).map(({ name }) => name);
}
