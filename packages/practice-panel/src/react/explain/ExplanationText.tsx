import type { Explanation } from '@agent-factory/protocol/mind';
import type { ReactNode } from 'react';
import { useShowPlace } from '../results/show-place.js';

/** What the coach says. All of it is text: a model has written it. */
export function ExplanationText({ answer }: { readonly answer: Explanation }) {
  const { explanation, keyConcepts, analogy, relatedFiles, phaseConnection } = answer;
  return (
    <>
      <p className="practice-explanation-text">{explanation}</p>
      {phaseConnection !== null && (
        <Part title="For the step you are at">
          <p className="practice-explanation-text">{phaseConnection}</p>
        </Part>
      )}
      {analogy !== null && (
        <Part title="It is like this">
          <p className="practice-explanation-text">{analogy}</p>
        </Part>
      )}
      {keyConcepts.length > 0 && (
        <Part title="Key concepts">
          <ul className="practice-explanation-labels">
            {[...new Set(keyConcepts)].map((concept) => (
              <li key={concept}>{concept}</li>
            ))}
          </ul>
        </Part>
      )}
      {relatedFiles !== null && relatedFiles.length > 0 && (
        <Part title="Related files">
          <ul className="practice-explanation-files">
            {[...new Set(relatedFiles)].map((path) => (
              <li key={path}>
                <FileName path={path} />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

/** Opens where the page has something to show a file in. */
function FileName({ path }: { readonly path: string }) {
  const show = useShowPlace();
  const name = <code>{path}</code>;
  if (show === undefined) return name;
  return (
    <button type="button" className="practice-place" onClick={() => show({ path, line: 1 })} title="Open in the editor">
      {name}
    </button>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="practice-explanation-part">
      <h4>{title}</h4>
      {children}
    </div>
  );
}
