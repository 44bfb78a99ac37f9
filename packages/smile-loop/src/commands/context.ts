import { withoutControls } from '../report/shorten.js';
import type { Installed } from '../run/installed.js';

/** What a command has to work with: nothing of it is read elsewhere. */
export interface Context {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly installed: Installed;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Aborted when somebody stops the program. */
  readonly stop: AbortController;
}

/** A line of the result. */
export function say(context: Context, text: string): void {
  context.stdout.write(`${text}\n`);
}

/** A line about the work. What it names may be anybody's: no control code of it reaches the terminal. */
export function note(context: Context, text: string): void {
  context.stderr.write(`${withoutControls(text)}\n`);
}
