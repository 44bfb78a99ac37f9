import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../scripts/registry-digest.mjs', import.meta.url));

/**
 * The digest of a registry that the schemas have read here and left as it is. A lesson's page that is served this very
 * text takes it without them; they are larger than all else of ours on the page. Any other text it reads with them.
 */
export function registryDigest(path: string): string | undefined {
  if (!existsSync(path)) return undefined; // whoever serves the exercises says so, and how to build them
  // A process of its own, as what loads the configuration of Docusaurus cannot load the protocol.
  return execFileSync(process.execPath, [SCRIPT, path], { encoding: 'utf8' }) || undefined;
}
