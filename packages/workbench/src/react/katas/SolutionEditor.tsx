import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { CodeEditor } from '../../editor/code-editor.js';
import type { ColourScheme } from '../../editor/types.js';
import { useWorkbench } from '../context.js';
import { useLook } from '../editor/use-binding.js';
import { useEditorModule } from '../editor/use-editor-module.js';
import { usePanelActions } from '../panel-actions.js';
import { useLatest } from '../parts/use-latest.js';
import { languageOfCode } from './code-language.js';

/** What the editor is told it shows: it has no file. */
const NAME = 'Your solution';

export interface SolutionControls {
  /** As it is now. */
  text(): string;
  /** Puts another text in its place, which the student can undo. */
  replace(text: string): void;
}

interface SolutionEditorProps {
  readonly kataId: string;
  /** What the student begins with. */
  readonly scaffold: string;
  readonly colourScheme: ColourScheme;
  readonly controls: Ref<SolutionControls>;
}

/** Where a kata is solved. What is typed is kept in this browser, and goes nowhere before it is handed in. */
export function SolutionEditor({ kataId, scaffold, colourScheme, controls }: SolutionEditorProps) {
  const workbench = useWorkbench();
  const { announce, say } = usePanelActions();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  const { module, failed, retry } = useEditorModule(true);
  const look = useLook(colourScheme);
  const latest = useLatest({ look, announce, say });
  useEffect(() => {
    if (module === undefined || host.current === null) return undefined;
    const made = module.createEditor(host.current, {
      ...latest.current.look,
      announce: (words) => latest.current.announce(words),
      onChange: ({ text }) => workbench.keepSolution(kataId, text()),
      onSave: () => latest.current.say('Your solution is kept in this browser while you type.'),
    });
    const language = languageOfCode(scaffold);
    made.show(NAME, workbench.solutionOf(kataId) ?? scaffold, { language });
    editor.current = made;
    return () => {
      made.dispose();
      editor.current = undefined;
    };
  }, [workbench, module, kataId, scaffold, latest]);
  const { fontSize, lineWrapping } = look;
  useEffect(
    () => editor.current?.setOptions({ fontSize, lineWrapping, colourScheme }),
    [fontSize, lineWrapping, colourScheme],
  );
  useImperativeHandle(controls, () => ({
    text: () => editor.current?.textOf(NAME) ?? workbench.solutionOf(kataId) ?? scaffold,
    replace: (text) => editor.current?.replaceText(NAME, text, 'student'),
  }));
  return (
    <div className="wb-kata-editor">
      <div ref={host} className="wb-editor-host" />
      {module === undefined && (
        <div className="wb-cover" role="status">
          <p>{failed ? 'The editor could not be loaded.' : 'Opening the editor…'}</p>
          {failed && (
            <button type="button" className="practice-action" data-kind="primary" onClick={retry}>
              Try again
            </button>
          )}
        </div>
      )}
    </div>
  );
}
