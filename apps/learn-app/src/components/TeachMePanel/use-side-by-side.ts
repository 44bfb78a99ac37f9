import { useState } from 'react';
import { readStored, writeStored } from '../../lib/page/stored-value';
import { useMediaQuery } from '../../lib/page/use-media-query';
import { MIN_CHAT, MIN_LESSON, TERMINAL } from './column-widths';

/** The tab at the right, and those of which one can be seen beside it. */
export const RIGHT = 'practice';
const BESIDE = ['chat', 'workbench'];

const KEY = 'study-panel-side-by-side';
/** Three columns of the width they need. Media queries count a scroll bar, so that it may take its few columns. */
const ROOM = `(min-width: ${MIN_LESSON.two_tabs + MIN_CHAT + TERMINAL}px)`;

/** Whether a tab can be seen beside another one. */
export function isPaired(tab: string): boolean {
  return tab === RIGHT || BESIDE.includes(tab);
}

/**
 * Whether the student wants two tabs at once, which is remembered, and whether there is room for it. Who has never said
 * so gets both with an exercise that asks for the Workbench.
 */
export function useSideBySide(asksForWorkbench: boolean) {
  const hasRoom = useMediaQuery(ROOM);
  const [choice, setChoice] = useState(() => readStored(KEY));
  const isOn = choice === 'on' || (choice !== 'off' && asksForWorkbench);
  function toggle() {
    const next = isOn ? 'off' : 'on';
    writeStored(KEY, next);
    setChoice(next);
  }
  return { hasRoom, isWanted: isOn && hasRoom, toggle };
}

/** Which tab is beside the one at the right: the one that was open last, and first the one that the exercise asks for. */
export function useBeside(active: string, asksForWorkbench: boolean): string {
  const [chosen, setChosen] = useState<string>();
  if (BESIDE.includes(active) && active !== chosen) setChosen(active);
  return chosen ?? (asksForWorkbench ? 'workbench' : 'chat');
}
