import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef } from 'react';
import { useSelected, useWorkbench } from '../context.js';
import { TreeRowItem } from './TreeRowItem.js';
import { useRowHeight } from './use-row-height.js';
import { useTree } from './use-tree.js';

/** Rows that are drawn beyond those in sight, so that a quick scroll shows no gap. */
const OVERSCAN = 12;

/** The files of the project. The tree itself has the focus; only the rows in sight are in the document. */
export function FileTree() {
  const { tree } = useWorkbench();
  const { rowCount } = useSelected((state) => state.tree);
  const activePath = useSelected((state) => state.activePath);
  const name = useSelected((state) => state.project?.name);
  const scroller = useRef<HTMLDivElement>(null);
  const height = useRowHeight(scroller);
  const id = useId();
  const currentIndex = useRef(-1);
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), currentIndex.current),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height have to be placed anew
  useEffect(() => rows.measure(), [rows, height]);
  const { current, handleKey, choose } = useTree({
    scrollTo: (index) => rows.scrollToIndex(index),
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1),
  });
  currentIndex.current = current === undefined ? -1 : tree.indexOf(current);
  useScrollToActive(activePath, (index) => rows.scrollToIndex(index, { align: 'auto' }));
  return (
    <div
      ref={scroller}
      className="wb-tree"
      role="tree"
      tabIndex={0}
      aria-label={`Files of ${name ?? 'the project'}`}
      aria-activedescendant={current === undefined ? undefined : `${id}${currentIndex.current}`}
      onKeyDown={handleKey}
    >
      <div role="presentation" className="wb-tree-rows" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const row = tree.row(index);
          return row === undefined ? null : (
            <TreeRowItem
              key={row.path}
              {...{ row, height, top: start, onChoose: choose }}
              id={`${id}${index}`}
              current={row.path === current}
              selected={row.path === activePath}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The current row has to be in the document, wherever the tree was scrolled: a screen reader is on it. */
function withRow(indexes: number[], index: number): number[] {
  if (index < 0 || indexes.includes(index)) return indexes;
  return [...indexes, index].sort((one, other) => one - other);
}

/** A file that comes into the editor comes into sight in the tree. */
function useScrollToActive(activePath: string | null, scrollTo: (index: number) => void): void {
  const { tree } = useWorkbench();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another file scrolls the tree
  useEffect(() => {
    const index = activePath === null ? -1 : tree.indexOf(activePath);
    if (index >= 0) scrollTo(index);
  }, [activePath]);
}
