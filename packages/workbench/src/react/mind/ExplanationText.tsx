import type { Explanation } from '@agent-factory/protocol/mind';
import type { ReactNode } from 'react';
import { usePanelActions } from '../panel-actions.js';

/** What the coach says. All of it is text: a model has written it. */
export function ExplanationText({ answer }: { readonly answer: Explanation }) {
  const { explanation, keyConcepts, analogy, relatedFiles, phaseConnection } = answer;
  return (
    <>
      <p className="wb-explanation-text">{explanation}</p>
      {keyConcepts.length > 0 && (
        <Part title="Key concepts">
          <ul className="wb-labels">
            {[...new Set(keyConcepts)].map((concept) => (
              <li key={concept}>{concept}</li>
            ))}
          </ul>
        </Part>
      )}
      {analogy !== null && (
        <Part title="It is like this">
          <p className="wb-explanation-text">{analogy}</p>
        </Part>
      )}
      {phaseConnection !== null && (
        <Part title="For the step you are at">
          <p className="wb-explanation-text">{phaseConnection}</p>
        </Part>
      )}
      {relatedFiles !== null && relatedFiles.length > 0 && <RelatedFiles paths={relatedFiles} />}
    </>
  );
}

function RelatedFiles({ paths }: { readonly paths: readonly string[] }) {
  const { showFile } = usePanelActions();
  return (
    <Part title="Related files">
      <ul>
        {[...new Set(paths)].map((path) => (
          <li key={path}>
            <button type="button" className="wb-link" onClick={() => showFile(path, { focus: true })}>
              {path}
            </button>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="wb-explanation-part">
      <h5>{title}</h5>
      {children}
    </div>
  );
}
