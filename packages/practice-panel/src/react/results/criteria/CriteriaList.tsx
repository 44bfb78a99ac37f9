import type { Criterion, Stage } from '@agent-factory/protocol';
import { useId } from 'react';
import type { Ladders } from '../../../client/journey/hints.js';
import { CriterionRow } from './CriterionRow.js';
import { groupRows, type RowGroup } from './stage-groups.js';

interface CriteriaListProps {
  readonly rows: readonly Criterion[];
  /** The rows are those of an earlier check. */
  readonly earlier: boolean;
  readonly stages: readonly Stage[];
  readonly ladders: Ladders;
  readonly onReveal: (criterion: string) => void;
}

/** All criteria of a check, grouped by the stages of the exercise, if it has any. */
export function CriteriaList({ rows, stages, ...rest }: CriteriaListProps) {
  return groupRows(rows, stages).map((group) => <Group key={group.title ?? ''} group={group} {...rest} />);
}

type GroupProps = Omit<CriteriaListProps, 'rows' | 'stages'> & { readonly group: RowGroup };

function Group({ group, earlier, ladders, onReveal }: GroupProps) {
  const titleId = useId();
  const { title, passed, total } = group;
  return (
    <div className="practice-criteria" data-earlier={earlier}>
      {title !== undefined && (
        <h4 id={titleId} className="practice-stage-title">
          {title}
          <span className="practice-muted">{`${passed} of ${total}`}</span>
        </h4>
      )}
      <ul aria-labelledby={title === undefined ? undefined : titleId}>
        {group.rows.map((criterion, index) => (
          <CriterionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows only ever grow at the end, and names may repeat
            key={index}
            criterion={criterion}
            ladder={ladders.get(criterion.name)}
            onReveal={onReveal}
          />
        ))}
      </ul>
    </div>
  );
}
