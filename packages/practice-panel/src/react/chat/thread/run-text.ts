import type { RunEnd, ThreadItem } from '@agent-factory/protocol/conversations';

/** Everything the agent said in a run, without what it did meanwhile; empty where it said nothing. */
export function runText(items: readonly ThreadItem[], end: RunEnd): string {
  const last = items.findLastIndex(({ kind, id }) => kind === 'run_end' && id === end.id);
  const said: string[] = [];
  for (let at = last - 1; at >= 0; at -= 1) {
    const item = items[at];
    if (item === undefined || item.kind === 'question' || item.kind === 'run_end') break;
    if (item.kind === 'answer' && item.text !== '') said.unshift(item.text);
  }
  return said.join('\n\n');
}
