import { useEffect, useRef } from 'react';
import type { RecordedRun } from '../../../contract/recorded-run.js';
import type { Report } from '../../../contract/report.js';
import type { View } from '../../view/view.js';
import { CopyButton } from '../parts/copy-button.js';
import { LineLink } from '../parts/line-link.js';
import { Facts } from './facts.js';
import { GapCard } from './gap-card.js';

interface GapsProps {
  readonly run: RecordedRun;
  readonly view: View;
  /** The gap that the reader wants to see. */
  readonly target: { readonly id: number } | undefined;
}

/** What the run has found, and what to do about it. */
export function Gaps({ run, view, target }: GapsProps) {
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
      {run.report === null ? <p className="empty">{absence(run, view)}</p> : <Findings report={run.report} />}
    </section>
  );
}

function absence({ recorded, state }: RecordedRun, { status }: View): string {
  if (recorded && state.status === 'running') return 'The run was interrupted. “smile-loop resume” goes on with it.';
  if (status === 'running') return 'The gaps are listed when the run has ended.';
  return 'There is no report yet. Once there is one, “smile-loop observe” shows it.';
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
