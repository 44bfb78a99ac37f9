import { join } from 'node:path';
import { filesBelow, readTextIfThere } from '../../content/files.js';
import { SOLUTION_FOLDER, STARTER_FOLDER } from '../../content/names.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

/** Columns of the terminal beside a lesson at its usual width. */
const TERMINAL_COLUMNS = 80;

/** Whatever shows prose wraps it; and only programs read every line of data. */
const CODE = /\.(py|js|mjs|cjs|ts|sh)$/;

/** Students read code in the terminal beside the lesson: a line that wraps there is hard to read. */
export function checkWidth({ draft }: Subject): Finding[] {
  return [STARTER_FOLDER, SOLUTION_FOLDER].flatMap((folder) =>
    filesBelow(join(draft.dir, folder))
      .filter((path) => CODE.test(path))
      .flatMap((path) => wideLines(draft.dir, `${folder}/${path}`)),
  );
}

/** One finding for the whole file, at its first wide line. */
function wideLines(dir: string, file: string): Finding[] {
  const lines = (readTextIfThere(join(dir, file)) ?? '').split('\n').map((line) => [...line].length);
  const wide = lines.filter((columns) => columns > TERMINAL_COLUMNS);
  if (wide.length === 0) return [];
  const message =
    `found lines of up to ${Math.max(...wide)} columns (${wide.length} in all); ` +
    `the terminal beside a lesson shows ${TERMINAL_COLUMNS}`;
  const first = lines.findIndex((columns) => columns > TERMINAL_COLUMNS) + 1;
  return [{ severity: 'warning', file, at: `${first}`, message }];
}
