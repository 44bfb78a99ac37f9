import type { KeyboardEvent } from 'react';
import type { Workbench } from '../../client/workbench.js';
import { isCommand } from '../browser/platform.js';

interface ShortcutOptions {
  readonly workbench: Workbench;
  readonly findFile: () => void;
  readonly showKeys: () => void;
  readonly explain: () => void;
  /** Goes to the next part of the page, or the one before. */
  readonly nextPane: (step: 1 | -1) => void;
}

/** Takes the keys of the Workbench. In a terminal all keys belong to the programs in it, and what another part took is done. */
export function shortcutHandler(options: ShortcutOptions) {
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented || (event.target as Element).closest('[data-practice-terminal]') !== null) return;
    const run = shortcutOf(event, options);
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
}

function shortcutOf(event: KeyboardEvent, options: ShortcutOptions): (() => void) | undefined {
  const { workbench } = options;
  if (event.key === 'F6' && !event.ctrlKey && !event.altKey) return () => options.nextPane(event.shiftKey ? -1 : 1);
  if (event.key === 'F1' && event.shiftKey) return options.showKeys;
  if (event.altKey && event.key === 'PageDown') return () => switchTab(workbench, 1);
  if (event.altKey && event.key === 'PageUp') return () => switchTab(workbench, -1);
  if (!isCommand(event) || event.altKey || event.shiftKey) return undefined;
  return commandOf(event.key, options);
}

function commandOf(key: string, { workbench, findFile, explain }: ShortcutOptions): (() => void) | undefined {
  if (key === 'p') return findFile;
  if (key === 'e') return explain;
  return key === 's' ? () => save(workbench) : undefined;
}

function save(workbench: Workbench): void {
  const { activePath } = workbench.snapshot();
  if (activePath !== null) workbench.save(activePath);
}

function switchTab(workbench: Workbench, step: 1 | -1): void {
  const { documents, activePath } = workbench.snapshot();
  const at = documents.findIndex(({ path }) => path === activePath);
  const next = documents[(at + step + documents.length) % documents.length];
  if (next !== undefined) workbench.switchTo(next.path);
}
