// Prints the digest of a registry, or nothing if it has none.
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { argv, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { decodeRegistry } from '@agent-factory/protocol';

/**
 * SHA-256, in hexadecimal, of a registry's text. Undefined if the schemas refuse it or would change something in it, as
 * they do with a broken exercise.
 * @param {string} text
 * @returns {string | undefined}
 */
export function digestOf(text) {
  const read = decodeRegistry(text);
  const isAsItIs = read.ok && isDeepStrictEqual(read.value.registry, JSON.parse(text));
  return isAsItIs ? createHash('sha256').update(text).digest('hex') : undefined;
}

const [, self, path] = argv;
if (self && path && realpathSync(self) === fileURLToPath(import.meta.url)) {
  stdout.write(digestOf(readFileSync(path, 'utf8')) ?? '');
}
