import type { EditorState, Extension, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, type WidgetType } from '@codemirror/view';
import { BalloonWidget } from '../balloons/balloon-widget.js';
import { balloons } from '../balloons/balloons.js';
import { FailureWidget } from '../failures/failure-widget.js';
import { failures } from '../failures/failures.js';

/** What stands below its line: first what checks found, then what is said. */
export const belowLines: Extension = EditorView.decorations.compute([failures.field, balloons.field], below);

function below(state: EditorState): DecorationSet {
  const ofChecks = failures.in(state).map(({ to, item }) => widgetBelow(to, new FailureWidget(item), 1));
  const said = balloons.in(state).map(({ to, item }) => widgetBelow(to, new BalloonWidget(item), 2));
  return Decoration.set([...ofChecks, ...said], true);
}

function widgetBelow(lineEnd: number, widget: WidgetType, side: number): Range<Decoration> {
  return Decoration.widget({ widget, block: true, side }).range(lineEnd);
}
