import { PANES, type PaneId } from './layout/arrangement.js';

/** Where the keyboard goes in a pane: into what is meant for it there, and otherwise to the first thing it can reach. */
const FIRST: Readonly<Record<PaneId, string>> = {
  lesson: 'a, button, [tabindex="0"]',
  kata: '.wb-kata',
  files: '[role=tree], input',
  coach: '.wb-coach-scroll',
  editor: '.cm-content, [role=tab][tabindex="0"], button',
  terminal: '.xterm-helper-textarea, button, [tabindex="0"]',
};

/** Puts the keyboard into a pane. */
export function focusPane(root: HTMLElement | null, pane: PaneId): void {
  const section = root?.querySelector<HTMLElement>(`[data-pane="${pane}"]`);
  if (section == null || section.contains(document.activeElement)) return;
  const choices = FIRST[pane].split(', ').map((selector) => section.querySelector<HTMLElement>(selector));
  // An editor that is behind something else cannot have it.
  const target = choices.find((choice) => choice != null && choice.closest('[hidden]') === null) ?? section;
  if (target === section) section.tabIndex = -1;
  target.focus();
}

/** The pane after the one with the focus, or before it; around at both ends. */
export function nextPaneOf(root: HTMLElement | null, shown: readonly PaneId[], step: 1 | -1): PaneId | undefined {
  const section = document.activeElement?.closest<HTMLElement>('[data-pane]');
  const current = root?.contains(section ?? null) ? PANES.find((pane) => pane === section?.dataset.pane) : undefined;
  if (current === undefined) return shown[step > 0 ? 0 : shown.length - 1];
  return shown[(shown.indexOf(current) + step + shown.length) % shown.length];
}
