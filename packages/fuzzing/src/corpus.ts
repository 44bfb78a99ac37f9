import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** As a path: in a document of a browser `URL` is another than that of Node's files. */
const CORPUS = join(fileURLToPath(import.meta.url), '../../../protocol/test/corpus');

/** The valid documents of a kind, by the name of its folder in the protocol's corpus. */
export function validDocuments(kind: string): unknown[] {
  const folder = join(CORPUS, kind, 'valid');
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** The kinds that there are. */
export function documentKinds(): string[] {
  return readdirSync(CORPUS);
}
