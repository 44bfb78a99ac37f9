import type { Gap } from '../../../contract/report.js';
import { CommandCard } from '../parts/command-card.js';
import { CopyButton } from '../parts/copy-button.js';
import { LineLink } from '../parts/line-link.js';
import { WithCode } from '../parts/with-code.js';
import { Patch } from './patch.js';

const SEVERITIES = { high: 'High', medium: 'Medium', low: 'Low' } as const;

export function GapCard({ gap }: { gap: Gap }) {
  const { id, title, location, problem, suggestedFix, patch, severity, iterations } = gap;
  return (
    <article className={`gap ${severity}`} data-gap={id} tabIndex={-1} aria-labelledby={`gap-${id}`}>
      <h3 id={`gap-${id}`}>
        {id}. {title}
      </h3>
      <p className="where">
        <span className={`severity ${severity}`}>{SEVERITIES[severity]}</span>
        {location.line === null ? <span>no line of the text</span> : <LineLink line={location.line} />}
        <span>{iterations.length === 1 ? `try ${iterations[0]}` : `tries ${iterations.join(', ')}`}</span>
      </p>
      {location.text !== '' && (
        <blockquote>
          <code>{location.text}</code>
        </blockquote>
      )}
      {problem !== title && (
        <p>
          <WithCode text={problem} />
        </p>
      )}
      <h4>Suggested fix</h4>
      <p>{suggestedFix}</p>
      {patch !== '' && (
        <>
          <Patch text={patch} />
          <CopyButton text={patch} label="Copy patch" />
        </>
      )}
      <Evidence evidence={gap.evidence} />
    </article>
  );
}

function Evidence({ evidence }: Pick<Gap, 'evidence'>) {
  if (evidence.length === 0) return null;
  return (
    <details className="evidence">
      <summary>Evidence: {evidence.length === 1 ? 'a command' : `${evidence.length} commands`}</summary>
      {evidence.map((told, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of a report does not change
        <CommandCard key={index} command={told.command} ended={told} />
      ))}
    </details>
  );
}
