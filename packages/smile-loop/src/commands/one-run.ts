import { EXIT_CODES } from '../contract/errors.js';
import type { Report } from '../contract/report.js';
import { type DisplayMode, Progress } from '../display/progress.js';
import { summaryBlock, wantsColour } from '../display/summary.js';
import type { RunEnd, RunTutorialOptions } from '../run/run-tutorial.js';
import { type Context, note, say } from './context.js';

export interface Showing {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

type Work = (options: Pick<RunTutorialOptions, 'onEvent' | 'onAddress'>) => Promise<RunEnd>;

/** Columns where the output is no terminal. */
const DEFAULT_COLUMNS = 100;

/** Does one run, shows it while it goes on, and says at its end what came of it. */
export async function showRun(context: Context, showing: Showing, work: Work): Promise<RunEnd> {
  const { stdout, stderr } = context;
  let end: RunEnd;
  {
    using progress = new Progress(modeOf(showing), { stdout, stderr });
    end = await work({
      onEvent: (event) => progress.handle(event),
      onAddress: (address) => {
        if (!showing.quiet) note(context, `Watch it: ${address}`);
      },
    });
  }
  tell(context, showing, end);
  return end;
}

/** 0 for a pass; what each other number means is in the help. */
export function exitCodeOf({ meta: { status, outcome } }: Report): number {
  if (status === 'stopped') return EXIT_CODES.stopped;
  return outcome === 'passed' ? 0 : EXIT_CODES[outcome];
}

function tell(context: Context, { json, quiet }: Showing, { report, written, kept }: RunEnd): void {
  if (json) say(context, JSON.stringify({ type: 'report', report }));
  if (!written.written) note(context, written.note);
  if (kept !== undefined && !quiet) note(context, keptWords(kept));
  if (json || quiet) return;
  const { stdout, env } = context;
  const folder = written.written ? written.folder : undefined;
  const columns = stdout.columns ?? DEFAULT_COLUMNS;
  stdout.write(summaryBlock(report, { folder, columns, colour: wantsColour(stdout, env) }));
}

/** The engine's own command is not known for sure: both take the same words. */
function keptWords(name: string): string {
  return `The student's container is kept as ${name}. Look into it with "docker export ${name} | tar -t", and remove it with "docker rm ${name}".`;
}

function modeOf({ json, quiet }: Showing): DisplayMode {
  if (json) return 'json';
  return quiet ? 'quiet' : 'normal';
}
