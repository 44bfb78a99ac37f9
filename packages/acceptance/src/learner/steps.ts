/** A piece of a tutorial as a literal-minded reader meets it. */
export type Piece =
  | { readonly kind: 'line'; readonly line: number; readonly text: string }
  | { readonly kind: 'command'; readonly line: number; readonly text: string };

/** A line that opens a fence, whatever it is of. */
const OPENS = /^(`{3,}|~{3,})/;

/** Every line of prose and every `sh` fence, in order. `line` is the first of the piece, from 1. */
export function piecesOf(tutorial: string): Piece[] {
  const lines = tutorial.split('\n');
  const pieces: Piece[] = [];
  for (let at = 0; at < lines.length; at++) {
    const text = lines[at] ?? '';
    const to = endOfFence(lines, at);
    if (to === undefined) {
      if (text.trim() !== '') pieces.push({ kind: 'line', line: at + 1, text });
      continue;
    }
    if (text.trim() === '```sh')
      pieces.push({ kind: 'command', line: at + 2, text: lines.slice(at + 1, to).join('\n') });
    at = to;
  }
  return pieces;
}

/** The commands alone: what somebody runs who reads nothing but the fences. */
export function commandsOf(tutorial: string): { line: number; text: string }[] {
  return piecesOf(tutorial)
    .filter(({ kind }) => kind === 'command')
    .map(({ line, text }) => ({ line, text }));
}

/** The line that closes the fence which opens here: the same mark, at least as long. */
function endOfFence(lines: readonly string[], from: number): number | undefined {
  const mark = OPENS.exec(lines[from] ?? '')?.[1];
  if (mark === undefined) return undefined;
  const to = lines.findIndex(
    (line, at) => at > from && line.startsWith(mark) && line.trim() === mark[0]?.repeat(line.trim().length),
  );
  return to < 0 ? undefined : to;
}
