import type { SolutionResponse } from '@agent-factory/protocol/hints';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { Aids } from '../../client/journey/aids.js';
import type { SolutionState } from '../../client/journey/solution.js';
import { ConfirmDialog } from '../parts/ConfirmDialog.js';
import { CopyButton } from '../parts/CopyButton.js';

interface SolutionProps {
  readonly solution: SolutionState;
  readonly aids: Aids;
}

/** The solution, once the student may see it; before that, the question whether they want to. */
export function Solution({ solution, aids }: SolutionProps) {
  switch (solution.status) {
    case 'none':
    case 'asking':
      return null;
    case 'locked':
      return (
        <ConfirmDialog
          title="See the solution now?"
          keep="Keep trying"
          confirm="Show solution"
          onCancel={() => aids.hideSolution()}
          onConfirm={() => void aids.showSolution(true)}
        >
          You have not completed this exercise yet, and what you find yourself is what you keep. The next hint or a
          question to your tutor may be all you need. That you looked is noted in your progress; nothing in your folder
          changes, and you can still complete the exercise.
        </ConfirmDialog>
      );
    case 'failed':
      return (
        <SolutionDialog title="The solution cannot be shown" onClose={() => aids.hideSolution()}>
          <p>{solution.error.message}</p>
        </SolutionDialog>
      );
    case 'shown':
      return (
        <SolutionDialog title="One solution" onClose={() => aids.hideSolution()}>
          <p>There are others. It is only shown here: nothing is written into your folder.</p>
          {solution.files.map((file) => (
            <File key={file.path} file={file} />
          ))}
        </SolutionDialog>
      );
  }
}

function File({ file: { path, text } }: { readonly file: SolutionResponse['files'][number] }) {
  return (
    <section className="practice-solution-file" aria-label={path}>
      <div className="practice-solution-head">
        <h4>
          <code>{path}</code>
        </h4>
        <CopyButton text={text} what={path} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}

interface SolutionDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function SolutionDialog({ title, onClose, children }: SolutionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="practice-dialog practice-solution" aria-labelledby={titleId} onClose={onClose}>
      <h3 id={titleId}>{title}</h3>
      {children}
      <div className="practice-dialog-actions">
        <button type="button" className="practice-action" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}
