import type { Result } from './budgets.js';
import type { Failure, Report } from './report.js';

const LOOKED_TWICE = 'missed at first, looked at twice';

interface LookOptions {
  readonly short: boolean;
  /** Measures a row. Rejects if it cannot be measured. */
  look(name: string): Promise<readonly Result[]>;
}

/**
 * Measures one row after the other: two at a time would measure each other. A short run looks for gross regressions,
 * and those are there each time; what another program took from one look is not. So it looks again at what it missed,
 * after all others, when that program may have ended, and the result says so.
 */
export async function lookAtRows(
  names: readonly string[],
  { short, look }: LookOptions,
): Promise<Pick<Report, 'results' | 'failures'>> {
  const results = new Map<string, readonly Result[]>();
  const failures: Failure[] = [];
  const lookAt = async (name: string) => {
    const first = results.get(name);
    try {
      const found = await look(name);
      results.set(name, first === undefined ? found : better(first, found));
    } catch (error) {
      failures.push({ row: name, message: error instanceof Error ? error.message : String(error) });
    }
  };
  for (const name of names) await lookAt(name);
  const missed = short ? [...results].filter(([, found]) => found.some(({ met }) => !met)) : [];
  for (const [name] of missed) await lookAt(name);
  return { results: [...results.values()].flat(), failures };
}

function better(first: readonly Result[], second: readonly Result[]): Result[] {
  return first.map((result) => {
    const again = second.find(({ budget }) => budget === result.budget);
    if (result.met || again === undefined) return result;
    return { ...again, note: again.note === undefined ? LOOKED_TWICE : `${again.note}, ${LOOKED_TWICE}` };
  });
}
