import { memo, useMemo } from 'react';
import type { RecordedRun } from '../../../contract/recorded-run.js';
import type { Gap } from '../../../contract/report.js';
import { type Block, blockAt, blocksOf } from '../../view/blocks.js';
import type { MarginNote, View } from '../../view/view.js';
import { Margin } from './margin.js';
import { useAbsentImages } from './use-absent-images.js';
import { usePlace } from './use-place.js';

interface TutorialProps {
  readonly run: RecordedRun;
  readonly view: View;
  /** Whether the student goes on: then its place is kept in view. */
  readonly isMoving: boolean;
  /** What is not shown has no place to scroll to. */
  readonly isShown: boolean;
  /** Where the reader wants to be. */
  readonly target: { readonly line: number } | undefined;
  readonly gaps: readonly Gap[];
}

/** The tutorial as it reads, with a mark where the student is, and notes and gaps in the margin. */
export function Tutorial({ run: { text }, view: { line, notes }, isMoving, isShown, target, gaps }: TutorialProps) {
  const blocks = useMemo(() => blocksOf(text ?? ''), [text]);
  const here = line === undefined ? undefined : blockAt(blocks, line);
  const place = usePlace({ line, isMoving, isShown, target });
  useAbsentImages(place);
  const margin = marginOf(blocks, notes, gaps);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className="tutorial" aria-label="Tutorial" ref={place} tabIndex={0}>
      {text === null && <p className="empty">The tutorial is not in this run's folder.</p>}
      {text?.trim() === '' && <p className="empty">This tutorial is empty.</p>}
      <Margin {...margin(undefined)} />
      {blocks.map((block) => (
        <div key={block.from} data-from={block.from} className={block === here ? 'block here' : 'block'} tabIndex={-1}>
          <span className="line-number" aria-hidden="true">
            {block.from}
          </span>
          {block === here && (
            <span className="visually-hidden">{isMoving ? 'The student is here:' : 'The student ended here:'}</span>
          )}
          <BlockText html={block.html} />
          <Margin {...margin(block)} />
        </div>
      ))}
    </section>
  );
}

/** Drawn once: what is marked in it later stays. */
const BlockText = memo(function BlockText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `blocksOf` renders HTML of the tutorial as text
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
});

/** What stands beside a block, or beside none. */
function marginOf(blocks: readonly Block[], notes: readonly MarginNote[], gaps: readonly Gap[]) {
  const isAt = (block: Block | undefined, line: number | null | undefined) =>
    (line == null ? undefined : blockAt(blocks, line)) === block;
  return (block: Block | undefined) => ({
    notes: notes.filter(({ line }) => isAt(block, line)),
    gaps: gaps.filter(({ location }) => isAt(block, location.line)),
  });
}
