import { useState } from 'react';
import type { Loaded, ProgressBoard, ProgressState } from '../../client/progress/progress.js';
import {
  hasBegun,
  type ProgressRow,
  type ProgressTotals,
  progressRows,
  totalsOf,
} from '../../client/progress/progress-rows.js';
import { ConfirmDialog } from '../parts/ConfirmDialog.js';
import type { SiteLinks, Theme } from '../props.js';
import { Facts } from './Facts.js';
import { ProgressActions } from './ProgressActions.js';
import { ProgressRowItem } from './ProgressRowItem.js';
import { durationWords } from './words.js';

interface LoadedProgressProps {
  readonly board: ProgressBoard;
  readonly loaded: Loaded;
  readonly said: ProgressState['said'];
  readonly links: SiteLinks;
  readonly theme: Theme;
}

/** What a dialog asks about: one exercise, or all. */
type Asked = ProgressRow | 'all' | undefined;

export function LoadedProgress({ board, loaded, said, links, theme }: LoadedProgressProps) {
  const [asked, setAsked] = useState<Asked>();
  const rows = progressRows(loaded.exercises, loaded.document);
  const isEmpty = !rows.some(hasBegun);
  return (
    <>
      <Facts facts={totalFacts(totalsOf(rows))} />
      <ProgressActions board={board} said={said} canForget={!isEmpty} theme={theme} onForget={() => setAsked('all')} />
      <SourceNote source={loaded.source} />
      {isEmpty && <p>Nothing yet. Open a lesson, press Practice, and what you do there is kept here.</p>}
      <ul className="practice-progress-list" aria-label="Exercises">
        {rows.map((row) => (
          <ProgressRowItem key={row.id} row={row} links={links} onForget={() => setAsked(row)} />
        ))}
      </ul>
      {asked !== undefined && <ForgetDialog asked={asked} board={board} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** Says why titles or exercises may be old or missing. */
function SourceNote({ source }: Pick<Loaded, 'source'>) {
  if (source === 'content') return null;
  return (
    <p className="practice-muted" data-source={source}>
      {source === 'cache'
        ? 'The practice server cannot reach the lesson site. This is the list of exercises as it was last.'
        : 'The practice server cannot reach the lesson site. Only exercises that you have begun are listed.'}
    </p>
  );
}

interface ForgetDialogProps {
  readonly asked: Exclude<Asked, undefined>;
  readonly board: ProgressBoard;
  readonly onClose: () => void;
}

function ForgetDialog({ asked, board, onClose }: ForgetDialogProps) {
  const isAll = asked === 'all';
  return (
    <ConfirmDialog
      title={isAll ? 'Forget all progress?' : 'Forget this progress?'}
      keep="Keep it"
      confirm={isAll ? 'Forget all' : 'Forget it'}
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void board.reset(isAll ? undefined : asked.id);
      }}
    >
      {isAll ? 'Attempts, hints, times and completions of all exercises' : `What is known of “${asked.title}”`} will be
      gone for good, unless you export it first. Your files and running terminals stay as they are.
    </ConfirmDialog>
  );
}

function totalFacts(totals: ProgressTotals): [label: string, value: string][] {
  return [
    ['Completed', `${totals.completed} of ${totals.exercises}`],
    ['Attempts', `${totals.attempts}`],
    ['Hints used', `${totals.hints}`],
    ['Time on task', durationWords(totals.timeOnTaskMs)],
  ];
}
