import type { Role } from '../../contract/agents.js';
import type { Live, ObserveEvent } from '../../contract/observe-events.js';
import { add, addWords, endCommand, lineOf, withNote, withTry } from './entries.js';
import { withState } from './of-state.js';
import { EMPTY_VIEW, type View } from './view.js';

/** The view after an event. An event that it does not know changes nothing: a newer server may send more. */
export function viewAfter(view: View, event: ObserveEvent): View {
  switch (event.type) {
    case 'connected':
      return withState(view, event.state);
    case 'iteration_start':
      return withTry({ ...view, iteration: event.iteration }, event.iteration, { startedAt: event.timestamp });
    case 'student_output':
      return add(at(view, event.line), event.iteration, [
        {
          kind: 'result',
          status: event.status,
          summary: event.summary,
          step: event.currentStep,
          ...lineOf(event.line),
        },
      ]);
    case 'mentor_output':
      return withNote(view, { iteration: event.iteration, text: event.notes, ...lineOf(event.line) });
    case 'loop_complete':
      return { ...view, status: event.status, outcome: event.outcome, summary: event.summary };
    case 'error':
      return add(view, view.iteration, [{ kind: 'trouble', text: event.message }]);
    case 'cost':
      return { ...view, cost: { usd: event.usd, tokensIn: event.tokensIn, tokensOut: event.tokensOut } };
    case 'live':
      return afterLive(at(view, event.line), event);
    default:
      return view;
  }
}

export function viewOf(events: readonly ObserveEvent[]): View {
  return events.reduce(viewAfter, EMPTY_VIEW);
}

function afterLive(view: View, event: Extract<ObserveEvent, { type: 'live' }>): View {
  const { role, iteration, pieces, dropped, line } = event;
  const begun = add(view, iteration, dropped > 0 ? [{ kind: 'dropped', count: dropped }] : []);
  // Where several events were joined, the line is that of the last command that began.
  const last = pieces.findLastIndex(({ kind }) => kind === 'command_start');
  return pieces.reduce(
    (after, piece, index) => withPiece(after, { role, iteration, line: index === last ? line : undefined }, piece),
    begun,
  );
}

function withPiece(
  view: View,
  { role, iteration, line }: { role: Role; iteration: number; line: number | undefined },
  piece: Live,
): View {
  if (piece.kind === 'command_start')
    return add(view, iteration, [{ kind: 'command', role, command: piece.command, ...lineOf(line) }]);
  if (piece.kind === 'command_end') return endCommand(view, iteration, role, piece.command);
  return addWords(view, iteration, { kind: piece.kind, role, text: piece.text });
}

function at(view: View, line: number | undefined): View {
  return line === undefined ? view : { ...view, line };
}
