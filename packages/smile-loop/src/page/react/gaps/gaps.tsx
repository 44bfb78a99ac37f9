import { useEffect, useRef } from 'react';
import type { Report } from '../../../contract/report.js';
import type { View } from '../../view/view.js';
import { CopyButton } from '../parts/copy-button.js';
import { LineLink } from '../parts/line-link.js';
import { Facts } from './facts.js';
import { GapCard } from './gap-card.js';

interface GapsProps {
  /** Null until it is there. */
  readonly report: Report | null;
  readonly view: View;
  /** The gap that the reader wants to see. */
  readonly target: { readonly id: number } | undefined;
}

/** What the run has found, and what to do about it. */
export function Gaps({ report, view, target }: GapsProps) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    if (target === undefined) return;
    const card = list.current?.querySelector<HTMLElement>(`[data-gap="${target.id}"]`);
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'start' });
  }, [target]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className="gaps" aria-label="Gaps" ref={list} tabIndex={0}>
      {report === null ? <p className="empty">{absence(view)}</p> : <Findings report={report} />}
    </section>
  );
}

function absence({ status }: View): string {
  return status === 'running' ? 'The gaps are listed when the run has ended.' : 'This run has left no report.';
}

function Findings({ report }: { report: Report }) {
  const { gaps, combinedPatch, recommendations, meta } = report;
  const patches = gaps.filter(({ patch }) => patch !== '').length;
  return (
    <>
      <div className="row">
        <h2>{titleOf(gaps.length)}</h2>
        {patches > 1 && combinedPatch !== '' && <CopyButton text={combinedPatch} label="Copy all as one patch" />}
      </div>
      {gaps.map((gap) => (
        <GapCard key={gap.id} gap={gap} />
      ))}
      {meta.imagesMissing.length > 0 && (
        <>
          <h2>Missing images</h2>
          <ul>
            {meta.imagesMissing.map(({ path, line }) => (
              <li key={`${line} ${path}`}>
                <code>{path}</code>, <LineLink line={line} />
              </li>
            ))}
          </ul>
        </>
      )}
      {recommendations.length > 0 && (
        <>
          <h2>What to do</h2>
          <ul>
            {recommendations.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      <Facts report={report} />
    </>
  );
}

function titleOf(count: number): string {
  if (count === 0) return 'No gaps';
  return count === 1 ? '1 gap' : `${count} gaps`;
}
