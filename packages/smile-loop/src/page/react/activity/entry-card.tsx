import { memo } from 'react';
import type { Role } from '../../../contract/agents.js';
import { withoutControls } from '../../../report/shorten.js';
import { type Said, saidIn } from '../../view/answer.js';
import type { Entry } from '../../view/view.js';
import { CommandCard } from '../parts/command-card.js';
import { LineLink } from '../parts/line-link.js';
import { Prose } from '../parts/prose.js';

/** What the end of a try is in words. */
const RESULTS: Readonly<Record<string, string>> = {
  completed: 'The student says that it is done',
  ask_mentor: 'The student asks the mentor',
  cannot_complete: 'The student cannot go on',
  refusal: 'The model refused',
  unreadable: 'The student gave no answer that can be read',
  failed: 'The student could not be run',
};

type Of<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

export const EntryCard = memo(function EntryCard({ entry }: { entry: Entry }) {
  switch (entry.kind) {
    case 'thought':
      return (
        <details className="thought">
          <summary>{entry.role === 'mentor' ? 'The mentor thinks' : 'The student thinks'}</summary>
          <Prose text={entry.text} />
        </details>
      );
    case 'text':
      return <Speech role={entry.role} {...saidIn(entry.text)} />;
    case 'command':
      return <CommandCard command={entry.command} ended={entry.ended} line={entry.line} />;
    case 'result':
      return <Result entry={entry} />;
    case 'notes':
      return (
        <div className="note">
          <b>The mentor's notes</b>
          {entry.line !== undefined && (
            <span className="where">
              on <LineLink line={entry.line} />
            </span>
          )}
          <Prose text={entry.text} />
        </div>
      );
    case 'checks':
      return <Checks entry={entry} />;
    case 'trouble':
      return <p className="trouble">{entry.text}</p>;
    case 'dropped':
      return <p className="dropped">{entry.count} pieces came too fast to be shown. The log has them all.</p>;
  }
});

function Speech({ role, words, answer }: Said & { role: Role }) {
  return (
    <>
      {words.trim() !== '' && (
        <div className={`said ${role}`}>
          <Prose text={words} />
        </div>
      )}
      {answer !== undefined && (
        <details className="thought">
          <summary>The answer as it was given</summary>
          <pre>{withoutControls(answer)}</pre>
        </details>
      )}
    </>
  );
}

function Result({ entry: { status, step, summary, line } }: { entry: Of<'result'> }) {
  return (
    <div className={`result ${status}`}>
      <b>{RESULTS[status] ?? status}</b>
      {(step !== '' || line !== undefined) && (
        <p className="where">
          {step} {line !== undefined && <LineLink line={line} />}
        </p>
      )}
      {summary !== '' && <p>{summary}</p>}
    </div>
  );
}

function Checks({ entry: { passed, criteria } }: { entry: Of<'checks'> }) {
  return (
    <div className={`result ${passed ? 'completed' : 'failed'}`}>
      <b>{passed ? 'The checks pass' : 'The checks fail'}</b>
      <ul className="criteria">
        {criteria.map((criterion) => (
          <li key={criterion.name} className={criterion.passed ? 'passed' : 'failed'}>
            <span className="verdict">{criterion.passed ? 'Passed' : 'Failed'}</span> {criterion.name}
            {criterion.message !== undefined && !criterion.passed && <p>{criterion.message}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}
