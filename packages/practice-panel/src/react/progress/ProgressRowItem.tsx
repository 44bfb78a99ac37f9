import type { RegistryEntry } from '@agent-factory/protocol';
import { hasBegun, type ProgressRow } from '../../client/progress/progress-rows.js';
import { SiteLink } from '../completion/SiteLink.js';
import { Icon } from '../parts/icons.js';
import type { SiteLinks } from '../props.js';
import { CriteriaProgress } from './CriteriaProgress.js';
import { Facts } from './Facts.js';
import { dayWords, durationWords, standingOf, standingWords } from './words.js';

interface ProgressRowItemProps {
  readonly row: ProgressRow;
  readonly links: SiteLinks;
  readonly onForget: () => void;
}

/** One exercise and how it went. */
export function ProgressRowItem({ row, links, onForget }: ProgressRowItemProps) {
  const standing = standingOf(row);
  return (
    <li className="practice-progress-row" data-standing={standing}>
      <div className="practice-progress-head">
        <h3>
          <Title row={row} links={links} />
        </h3>
        <span className="practice-standing" data-standing={standing}>
          {standing === 'completed' && <Icon name="check" />}
          {standingWords(row)}
        </span>
      </div>
      {row.listed?.unavailable !== undefined && (
        <p className="practice-muted">Its author needs to fix it: {row.listed.unavailable}</p>
      )}
      {row.listed === undefined && <p className="practice-muted">No longer among the exercises of this site.</p>}
      {row.skills.length > 0 && (
        <ul className="practice-skills" aria-label={`Skills of ${row.title}`}>
          {row.skills.map((skill) => (
            <li key={skill}>{skill}</li>
          ))}
        </ul>
      )}
      {hasBegun(row) && (
        <>
          <Facts facts={factsOf(row)} />
          <div className="practice-progress-foot">
            <CriteriaProgress criteria={row.criteria} title={row.title} />
            <button type="button" className="practice-action" aria-label={`Forget ${row.title}…`} onClick={onForget}>
              Forget…
            </button>
          </div>
        </>
      )}
    </li>
  );
}

function Title({ row, links }: Pick<ProgressRowItemProps, 'row' | 'links'>) {
  const url = urlOf(row.listed, links);
  if (url === undefined) return row.title;
  return (
    <SiteLink href={url} onFollow={links.onFollow}>
      {row.title}
    </SiteLink>
  );
}

function urlOf(listed: RegistryEntry | undefined, { lessonUrl }: SiteLinks): string | undefined {
  return listed && lessonUrl?.(listed);
}

function factsOf(row: ProgressRow): [label: string, value: string][] {
  return [
    ['Criteria passed', row.criteria.length === 0 ? '–' : `${row.passed} of ${row.criteria.length}`],
    ['Attempts', `${row.attempts}`],
    ['Hints used', `${row.hints}${row.solutionShown ? ', and the solution' : ''}`],
    ['Time on task', durationWords(row.timeOnTaskMs)],
    ['Completed', row.completedAt === undefined ? 'Not yet' : dayWords(row.completedAt)],
  ];
}
