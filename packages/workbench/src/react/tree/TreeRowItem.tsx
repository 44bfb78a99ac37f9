import type { TreeRow } from '../../client/state.js';
import { Icon } from '../parts/icons.js';
import { GLOWS, rowFacts, whyUnusable } from './row-words.js';

export interface TreeRowItemProps {
  readonly row: TreeRow;
  readonly id: string;
  /** Its distance from the top of the tree, in CSS pixels. */
  readonly top: number;
  readonly height: number;
  /** The keyboard is on it. */
  readonly current: boolean;
  /** It is the file in the editor. */
  readonly selected: boolean;
  readonly onChoose: (row: TreeRow) => void;
}

export function TreeRowItem(props: TreeRowItemProps) {
  const { row, id, top, height, current, selected, onChoose } = props;
  const isFolder = row.type === 'directory';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus, and takes the keys for all its rows
    // biome-ignore lint/a11y/useFocusableInteractive: the tree names the current row by aria-activedescendant
    <div
      id={id}
      role="treeitem"
      className="wb-row"
      data-current={current}
      data-glow={row.glow ?? undefined}
      data-type={row.type}
      data-unusable={row.unusable}
      style={{ top, height, paddingLeft: 8 + row.depth * 14 }}
      aria-label={[row.name, ...rowFacts(row)].join(', ')}
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={selected}
      aria-expanded={isFolder ? row.expanded : undefined}
      aria-disabled={whyUnusable(row) !== undefined || undefined}
      title={titleOf(row)}
      onClick={() => onChoose(row)}
    >
      <span className="wb-row-sign" data-expanded={row.expanded}>
        {isFolder && <Icon name="chevron" />}
      </span>
      <span className="wb-row-name">{row.name}</span>
      <RowMarks row={row} />
    </div>
  );
}

function titleOf(row: TreeRow): string {
  return whyUnusable(row) ?? [row.path, ...rowFacts(row)].join('\n');
}

function RowMarks({ row }: { readonly row: TreeRow }) {
  const glow = row.glow === null ? undefined : GLOWS[row.glow];
  return (
    <span className="wb-row-marks" aria-hidden="true">
      {row.loading && <span className="practice-spinner" />}
      {row.link && <Icon name="link" />}
      {row.unusable && <Icon name="blocked" />}
      {row.dirty && <span className="wb-dirty" />}
      {glow && <Icon name={glow.icon} filled={glow.filled} />}
    </span>
  );
}
