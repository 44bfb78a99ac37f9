import { join } from 'node:path';
import { filesBelow, readTextIfThere } from '../../content/files.js';
import { INSTRUCTION_FILES } from '../../content/names.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

/** Folders that exist only on one person's machine or in one build. */
const OWN_FOLDER =
  /(?<![\w.])(\/home\/[a-z][\w-]*|\/Users\/[A-Za-z]\w*|\/root\/\w|\/var\/folders\/|[A-Z]:\\Users\\\w+)/;
const HOST = /\bhttps?:\/\/([^\s/:"'`<>()\\]+)/g;
/** Hosts that are this machine, or reserved so that nobody has them. */
const NOBODY = /^(localhost|127\.0\.0\.1|\[::1]|0\.0\.0\.0|(.+\.)?(example(\.(com|org|net))?|test|invalid))$|[{$%]/;

/** An exercise works on every machine, and its check without the internet. */
export function checkMachine({ draft, config }: Subject): Finding[] {
  return filesBelow(draft.dir)
    .filter((path) => !INSTRUCTION_FILES.some((name) => name === path))
    .flatMap((path) => {
      const lines = (readTextIfThere(join(draft.dir, path)) ?? '').split('\n');
      return lines.flatMap((line, index) =>
        problemsOf(line, path, config.network).map((message) => error(path, index, message)),
      );
    });
}

function problemsOf(line: string, path: string, network: boolean): string[] {
  const problems: string[] = [];
  const folder = OWN_FOLDER.exec(line)?.[1];
  if (folder !== undefined)
    problems.push(`found ${folder}, a folder on one machine; use a path relative to the workspace`);
  // Texts for people may link to the internet.
  if (network || path.endsWith('.md') || path.endsWith('.json')) return problems;
  for (const [, host = ''] of line.matchAll(HOST)) {
    if (!NOBODY.test(host))
      problems.push(`found the host ${host}; exercises work offline, use example.com or say "network": true`);
  }
  return problems;
}

const error = (file: string, index: number, message: string): Finding => ({
  severity: 'error',
  file,
  at: `${index + 1}`,
  message,
});
