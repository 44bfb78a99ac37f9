import type { Piece } from './steps.js';

/** Something that a mentor says to do: before a line of the tutorial, or instead of it. */
export interface Advice {
  readonly way: 'before' | 'instead';
  readonly line: string;
  readonly run: string;
}

const LABELS = { before: 'Before', instead: 'Instead of' } as const;
const SAID = /^[>\s*-]*(Before|Instead of): (.+)\n[>\s*-]*Run: (.+)$/gm;

/** The two lines of a note that a student can act upon. */
export function sayAdvice({ way, line, run }: Advice): string {
  return `${LABELS[way]}: ${line}\nRun: ${run}`;
}

/** All advice in the notes that a prompt holds, the oldest first. */
export function adviceIn(notes: string): Advice[] {
  return [...notes.matchAll(SAID)].map(([, label, line = '', run = '']) => ({
    way: label === LABELS.before ? 'before' : 'instead',
    line: line.trim(),
    run: run.trim(),
  }));
}

/** The tutorial's pieces as somebody goes through them who has read the notes. */
export function follow(pieces: readonly Piece[], advice: readonly Advice[]): Piece[] {
  return pieces.flatMap((piece) => {
    const lines = piece.text.split('\n').map((line) => line.trim());
    const said = advice.filter(({ line }) => lines.includes(line));
    const before = said.filter(({ way }) => way === 'before').map((one) => commandOf(piece, one.run));
    return [...before, said.filter(({ way }) => way === 'instead').reduce(replaced, piece)];
  });
}

/** A sentence becomes the command; in a command only its line does. */
function replaced(piece: Piece, { line, run }: Advice): Piece {
  if (piece.kind === 'line') return commandOf(piece, run);
  const lines = piece.text.split('\n').map((text) => (text.trim() === line ? run : text));
  return { ...piece, text: lines.join('\n') };
}

function commandOf({ line }: Piece, text: string): Piece {
  return { kind: 'command', line, text };
}
