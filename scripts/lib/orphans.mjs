import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const COMPILED = /(\.d)?\.[jt]s(\.map)?$/;

/**
 * Deletes what was compiled from files that are gone. TypeScript leaves it, and an import of it would go on working
 * here and fail in a fresh clone.
 */
export function removeOrphans(folder) {
  const { compilerOptions } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
  const output = join(folder, compilerOptions.outDir);
  if (!existsSync(output)) return;
  for (const path of readdirSync(output, { recursive: true }).filter((path) => COMPILED.test(path))) {
    const source = join(folder, 'src', path.replace(COMPILED, ''));
    if (!['.ts', '.tsx'].some((extension) => existsSync(source + extension))) rmSync(join(output, path));
  }
}
