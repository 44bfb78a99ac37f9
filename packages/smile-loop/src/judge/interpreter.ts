import { chmod, copyFile, mkdtemp, readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@agent-factory/subprocess';
import { ownEnvironment } from './finding.js';

/** Bytes that a script may print. */
export const MAX_OUTPUT_BYTES = 1024 * 1024;
/** Milliseconds in which a script is read without being run: it takes a few. */
const READ_MS = 10_000;

/** How each interpreter reads a script without running it. */
const READ_ONLY = {
  sh: ['-n'],
  bash: ['-n'],
  python3: ['-c', 'import ast, sys; ast.parse(open(sys.argv[1], "rb").read(), sys.argv[1])'],
} as const;
type Interpreter = keyof typeof READ_ONLY;

/** What is wrong with a script itself: an author's mistake, of which a tutorial is not to blame. */
export async function faultOf(script: string, program: string, interpreter: Interpreter): Promise<string | undefined> {
  const [first = ''] = (await readFile(script, 'utf8')).split('\n', 1);
  if (interpreter !== 'python3' && first.endsWith('\r')) {
    return 'Their lines end as on Windows, which shells do not read. Save them with "LF".';
  }
  const { exitCode, stderr } = await runCommand(program, [...READ_ONLY[interpreter], script], {
    env: ownEnvironment(),
    timeoutMs: READ_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  if (exitCode === 0) return undefined;
  const how =
    interpreter === 'sh'
      ? 'sh (which bash only reads where "#!" names it, and Python where they end in .py)'
      : interpreter;
  return `They cannot be read by ${how}: ${stderr.trim().slice(0, 500)}`;
}

/**
 * A shell from a copy that nobody may read, where it can be copied: else what it starts could change it, in its memory
 * (see `FIND_GUARDED_NODE`). Python finds its library by where it is, and so is started as it is.
 */
export async function guarded(program: string, interpreter: Interpreter): Promise<string> {
  if (interpreter === 'python3') return program;
  const copy = join(await mkdtemp(join(tmpdir(), 'shell-')), interpreter);
  try {
    await copyFile(await realpath(program), copy);
    await chmod(copy, 0o111);
    return copy;
  } catch {
    return program;
  }
}
