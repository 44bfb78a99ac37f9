import { type TmuxServer, tmux } from '../../machine/tmux.js';
import { askClusters, type Cluster, doubtfulRuns, RUN } from './clusters.js';
import type { Split } from './decode.js';

/** Asks tmux how it divides these texts into cells. */
export async function splitAsTmux(server: TmuxServer, texts: readonly string[]): Promise<Split> {
  const known = await askClusters(server, [...new Set(texts.flatMap(doubtfulRuns))]);
  const widths = await characterWidths(server, texts.join(''));
  return splitBy(known, widths);
}

/** Divides text by what is known of its runs, and else into characters with their widths, by default 1. */
export function splitBy(runs: ReadonlyMap<string, readonly Cluster[]>, widths: ReadonlyMap<string, number>): Split {
  return (text) => {
    const cells: Cluster[] = [];
    let end = 0;
    for (const { 0: run, index } of text.matchAll(RUN)) {
      cells.push(...characters(text.slice(end, index), widths), ...(runs.get(run) ?? characters(run, widths)));
      end = index + run.length;
    }
    return [...cells, ...characters(text.slice(end), widths)];
  };
}

function characters(text: string, widths: ReadonlyMap<string, number>): Cluster[] {
  return [...text].map((chars) => ({ chars, width: widths.get(chars) ?? 1 }));
}

/** What was asked before: this process knows one tmux. */
const asked = new Map<string, number>();

/** A message to tmux takes 16 KB. */
const WIDTHS_AT_ONCE = 1000;

/** Asks tmux how wide each character above ASCII is that is new. */
async function characterWidths(server: TmuxServer, text: string): Promise<ReadonlyMap<string, number>> {
  const unknown = [...new Set(text)].filter((point) => point > '\x9f' && !asked.has(point));
  for (let start = 0; start < unknown.length; start += WIDTHS_AT_ONCE) {
    const some = unknown.slice(start, start + WIDTHS_AT_ONCE);
    const question = some.map((point) => `#{w:#{l:${point}}}`).join(' ');
    const widths = (await tmux(server, 'display-message', '-p', question)).trim().split(' ').map(Number);
    for (const [index, point] of some.entries()) asked.set(point, widths[index] ?? 1);
  }
  return asked;
}
