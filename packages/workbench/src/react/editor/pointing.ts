import type { CoachMessage } from '@agent-factory/protocol/coach';
import type { Failure, WorkbenchState } from '../../client/state.js';
import type { CodeEditor } from '../../editor/code-editor.js';
import type * as shown from '../../editor/types.js';

type ByPath<Item> = ReadonlyMap<string, readonly Item[]>;

/** Puts into the editor what is pointed at. What has not changed is left alone. */
export class Pointing {
  readonly #editor: CodeEditor;
  #marks: WorkbenchState['shown']['marks'] = new Map();
  #balloons: ByPath<CoachMessage> = new Map();
  #failures: ByPath<Failure> = new Map();

  constructor(editor: CodeEditor) {
    this.#editor = editor;
  }

  update({ shown, failures }: WorkbenchState): void {
    forEachChanged(this.#marks, shown.marks, (path, marks) => {
      this.#editor.setMarks(
        path,
        marks.map(({ start, end, ...mark }) => withoutGaps({ ...mark, from: start, to: end })),
      );
    });
    forEachChanged(this.#balloons, shown.balloons, (path, messages) => {
      this.#editor.setBalloons(path, messages.map(balloonOf));
    });
    forEachChanged(this.#failures, failures, (path, list) => {
      this.#editor.setFailures(path, list.map(failureOf));
    });
    this.#marks = shown.marks;
    this.#balloons = shown.balloons;
    this.#failures = failures;
  }
}

/** A hover text that is not there is left out, as the editor's types have it. */
function withoutGaps({
  hoverText,
  ...mark
}: Omit<shown.Mark, 'hoverText'> & { hoverText?: string | undefined }): shown.Mark {
  return hoverText === undefined ? mark : { ...mark, hoverText };
}

function balloonOf({ id, message, type, anchor }: CoachMessage): shown.Balloon {
  return { id, message, kind: type, line: anchor?.line ?? 1 };
}

function failureOf({ line, message, criterion }: Failure): shown.Failure {
  return { id: `${criterion}:${line}`, line, message: `${criterion}: ${message}` };
}

function forEachChanged<Item>(
  before: ByPath<Item>,
  after: ByPath<Item>,
  set: (path: string, items: readonly Item[]) => void,
) {
  if (before === after) return;
  for (const path of before.keys()) if (!after.has(path)) set(path, []);
  for (const [path, items] of after) if (before.get(path) !== items) set(path, items);
}
