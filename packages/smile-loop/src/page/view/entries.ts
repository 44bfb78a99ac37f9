import type { Command, Role } from '../../contract/agents.js';
import type { Entry, MarginNote, View } from './view.js';

/** Entries of one try that are kept; of a longer one, the first are left out. */
const MAX_ENTRIES = 2000;

export function withTry(view: View, iteration: number, facts: { startedAt?: string } = {}): View {
  if (view.tries.some((known) => known.iteration === iteration)) return view;
  return { ...view, tries: [...view.tries, { iteration, entries: [], ...facts }] };
}

export function add(view: View, iteration: number, entries: readonly Entry[]): View {
  if (entries.length === 0) return view;
  return change(withTry(view, iteration), iteration, (before) => [...before, ...entries]);
}

/** Pieces of the same text are read as one. */
export function addWords(view: View, iteration: number, words: Extract<Entry, { kind: 'text' | 'thought' }>): View {
  const last = entriesOf(view, iteration).at(-1);
  if (last?.kind !== words.kind || !('role' in last) || last.role !== words.role) return add(view, iteration, [words]);
  const before = 'text' in last ? last.text : '';
  return change(view, iteration, (entries) => [...entries.slice(0, -1), { ...words, text: before + words.text }]);
}

/** The latest of the same command that still runs; where its start was left out, it is new. */
export function endCommand(view: View, iteration: number, role: Role, ended: Command): View {
  const entries = entriesOf(view, iteration);
  const index = entries.findLastIndex(
    (entry) => entry.kind === 'command' && entry.ended === undefined && entry.command === ended.command,
  );
  const begun = entries[index];
  if (begun?.kind !== 'command')
    return add(view, iteration, [{ kind: 'command', role, command: ended.command, ended }]);
  return change(view, iteration, (all) => all.with(index, { ...begun, ended }));
}

export function withNote(view: View, note: MarginNote): View {
  const noted = { ...view, notes: [...view.notes, note] };
  return add(noted, note.iteration, [{ kind: 'notes', text: note.text, ...lineOf(note.line) }]);
}

function entriesOf(view: View, iteration: number): readonly Entry[] {
  return view.tries.find((known) => known.iteration === iteration)?.entries ?? [];
}

export function lineOf(line: number | undefined): { line?: number } {
  return line === undefined ? {} : { line };
}

function change(view: View, iteration: number, make: (entries: readonly Entry[]) => readonly Entry[]): View {
  const tries = view.tries.map((known) =>
    known.iteration === iteration ? { ...known, entries: make(known.entries).slice(-MAX_ENTRIES) } : known,
  );
  return { ...view, tries };
}
