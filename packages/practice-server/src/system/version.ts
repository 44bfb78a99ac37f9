import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** `package.json` is two levels up from the sources, one from the bundle. */
const packageFile = ['../package.json', '../../package.json']
  .map((path) => new URL(path, import.meta.url))
  .flatMap((url) => readOptional(url))
  .map((text) => z.object({ name: z.string(), version: z.string() }).parse(JSON.parse(text)))
  .find(({ name }) => name === '@agent-factory/practice-server');

/** The version of this package. */
export const VERSION = packageFile?.version ?? '0.0.0';

function readOptional(url: URL): string[] {
  try {
    return [readFileSync(url, 'utf8')];
  } catch {
    return [];
  }
}
