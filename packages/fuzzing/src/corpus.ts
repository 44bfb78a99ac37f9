import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A path, not a URL: in tests with a browser's globals, `URL` is not the class that Node's file functions accept. */
const CORPUS = join(fileURLToPath(import.meta.url), '../../../protocol/test/corpus');

/** The valid documents of a kind, by the name of its folder in the protocol's corpus. */
export function validDocuments(kind: string): unknown[] {
  const folder = join(CORPUS, kind, 'valid');
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** The names of all kinds. */
export function documentKinds(): string[] {
  return readdirSync(CORPUS);
}
