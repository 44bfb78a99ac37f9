import type { Gap } from '../contract/report.js';
import { type Edit, editOf } from './edits.js';
import { type Locator, lineText } from './locate.js';
import { keepEnd, keepStart } from './shorten.js';
import type { StuckPoint } from './stuck.js';

/** Commands that a gap shows: the last that failed say most. */
const MAX_EVIDENCE = 3;
/** Characters of an output in a gap: some fifteen lines. */
const MAX_EVIDENCE_CHARS = 1200;
const MAX_TITLE_CHARS = 100;
const MAX_PROBLEM_CHARS = 1500;

/** What one stuck point makes known of a gap, before those that mean the same are joined. */
export interface Draft {
  point: StuckPoint;
  title: string;
  location: Gap['location'];
  problem: string;
  suggestedFix: string;
  evidence: Gap['evidence'];
  edit: Edit | undefined;
}

/** A gap as this stuck point shows it: by its mentor's claim, else by the student's problem and what failed. */
export function draftOf(text: string, point: StuckPoint, locator: Locator): Draft {
  const { claim } = point;
  const location = locate(text, point, locator);
  const problem = keepStart(claim?.missing.trim() || point.problem, MAX_PROBLEM_CHARS);
  return {
    point,
    title: keepStart(claim?.title.trim() || problem, MAX_TITLE_CHARS),
    location,
    problem,
    suggestedFix: suggestion(point),
    evidence: evidenceOf(point),
    edit:
      claim === undefined || location.byQuote === undefined
        ? undefined
        : editOf(text, { ...claim, line: location.byQuote }),
  };
}

/** `byQuote` is the line of the claim's quote: only there is its fix meant. */
function locate(text: string, point: StuckPoint, locator: Locator): Gap['location'] & { byQuote?: number } {
  const { claim, failed, step } = point;
  const quoted = claim?.quote.trim() ? locator.findQuote(text, claim.quote)?.line : undefined;
  if (quoted !== undefined) return { line: quoted, text: lineText(text, quoted), byQuote: quoted };
  const line = lineOfFailure(text, failed, locator) ?? (step.trim() ? locator.findQuote(text, step)?.line : undefined);
  if (line !== undefined) return { line, text: lineText(text, line) };
  return { line: null, text: claim?.quote.trim() || step.trim() };
}

function lineOfFailure(text: string, failed: StuckPoint['failed'], locator: Locator): number | undefined {
  for (const { command } of failed.toReversed()) {
    const line = locator.lineOfCommand(text, command);
    if (line !== undefined) return line;
  }
  return undefined;
}

function evidenceOf({ failed }: StuckPoint): Gap['evidence'] {
  return failed.slice(-MAX_EVIDENCE).map(({ command, exitCode, output }) => ({
    command,
    exitCode,
    output: keepEnd(output, MAX_EVIDENCE_CHARS),
  }));
}

function suggestion({ claim, notes, problem }: StuckPoint): string {
  if (claim !== undefined && (claim.fix.kind === 'remove' || claim.fix.text.trim() !== '')) {
    return suggestedByClaim(claim.quote.trim(), claim.fix);
  }
  if (notes.trim() !== '') return `Say in the text what the mentor had to add: ${keepStart(notes, MAX_PROBLEM_CHARS)}`;
  return `Say in the text what a reader needs here: ${keepStart(problem, MAX_PROBLEM_CHARS)}`;
}

function suggestedByClaim(quote: string, { kind, text }: NonNullable<StuckPoint['claim']>['fix']): string {
  const added = keepStart(text, MAX_PROBLEM_CHARS);
  const place = keepStart(quote, MAX_TITLE_CHARS);
  if (kind === 'remove') return `Remove “${place}”.`;
  if (kind === 'replace') return `Replace “${place}” by: ${added}`;
  return `Add ${kind === 'insert_before' ? 'before' : 'after'} “${place}”: ${added}`;
}
