import { type KeyboardEvent, useState } from 'react';
import type { TreeRow } from '../../client/state.js';
import type { TreeReader, Workbench } from '../../client/workbench.js';
import { useSelected, useWorkbench } from '../context.js';
import { usePanelActions } from '../panel-actions.js';
import { whyUnusable } from './row-words.js';
import { closedSiblings, type TreeStep, treeStepOf } from './tree-keys.js';
import { useTypeAhead } from './use-type-ahead.js';

interface TreeOptions {
  readonly scrollTo: (index: number) => void;
  /** Rows that fit on the screen. */
  readonly page: () => number;
}

/** The tree under the keyboard and the pointer. */
export function useTree({ scrollTo, page }: TreeOptions) {
  const workbench = useWorkbench();
  const { tree } = workbench;
  const activePath = useSelected((state) => state.activePath);
  const [wanted, setWanted] = useState<string>();
  const typeAhead = useTypeAhead();
  const chooseRow = useChoice();
  const current = currentPath([wanted, activePath ?? undefined], tree);
  const go = (path: string | undefined) => {
    if (path === undefined) return;
    setWanted(path);
    scrollTo(tree.indexOf(path));
  };
  const choose = (row: TreeRow, focus = false) => {
    setWanted(row.path);
    chooseRow(row, focus);
  };
  const take = (step: TreeStep, row: TreeRow) => {
    if (step.kind === 'go') go(step.path);
    else if (step.kind === 'choose' || step.kind === 'peek') choose(row, step.kind === 'choose');
    else fold(workbench, row, step.kind);
  };
  const stepOf = (event: KeyboardEvent, row: TreeRow): TreeStep | undefined => {
    const step = treeStepOf({ key: event.key, row, tree, page: page() });
    const begin = step === undefined || step.kind === 'peek' ? typeAhead(event) : undefined;
    return begin === undefined ? step : { kind: 'go', path: tree.typeAhead(row.path, begin) };
  };
  const handleKey = (event: KeyboardEvent) => {
    const row = current === undefined ? undefined : tree.row(tree.indexOf(current));
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepOf(event, row);
    if (step === undefined) return;
    event.preventDefault();
    take(step, row);
  };
  return { current, handleKey, choose };
}

/** Opens a file, folds a folder, or says why neither can be. */
function useChoice(): (row: TreeRow, focus: boolean) => void {
  const workbench = useWorkbench();
  const { say, showFile } = usePanelActions();
  return (row, focus) => {
    const why = whyUnusable(row);
    if (why !== undefined) say(why);
    else if (row.type === 'file') showFile(row.path, { focus });
    else fold(workbench, row, row.expanded ? 'collapse' : 'expand');
  };
}

type Folding = Exclude<TreeStep['kind'], 'go' | 'choose' | 'peek'>;

function fold(workbench: Workbench, row: TreeRow, kind: Folding): void {
  if (kind === 'collapse') workbench.collapse(row.path);
  else if (kind === 'expand') workbench.expand(row.path);
  else for (const path of closedSiblings(row, workbench.tree)) workbench.expand(path);
}

/** The first of these that can be seen, and otherwise the first row. */
function currentPath(
  paths: readonly (string | undefined)[],
  tree: Pick<TreeReader, 'indexOf' | 'first'>,
): string | undefined {
  return paths.find((path) => path !== undefined && tree.indexOf(path) >= 0) ?? tree.first();
}
