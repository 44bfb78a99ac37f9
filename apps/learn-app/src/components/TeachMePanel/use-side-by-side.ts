import { useState } from 'react';
import { readStored, writeStored } from '../../lib/page/stored-value';
import { useMediaQuery } from '../../lib/page/use-media-query';
import { MIN_CHAT, MIN_LESSON, TERMINAL } from './column-widths';

/** Tabs that can be seen at once. */
export const SIDE_BY_SIDE: readonly string[] = ['chat', 'practice'];

const KEY = 'study-panel-side-by-side';
/** Three columns of the width they need. Media queries count a scroll bar, so that it may take its few columns. */
const ROOM = `(min-width: ${MIN_LESSON.two_tabs + MIN_CHAT + TERMINAL}px)`;

/** Whether the student wants chat and terminal at once, which is remembered, and whether there is room for it. */
export function useSideBySide() {
  const hasRoom = useMediaQuery(ROOM);
  const [isOn, setOn] = useState(() => readStored(KEY) === 'on');
  function toggle() {
    writeStored(KEY, isOn ? 'off' : 'on');
    setOn(!isOn);
  }
  return { hasRoom, isWanted: isOn && hasRoom, toggle };
}
