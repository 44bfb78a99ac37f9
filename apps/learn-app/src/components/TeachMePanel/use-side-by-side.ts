import { useState } from 'react';
import { readStored, writeStored } from '../../lib/page/stored-value';
import { useMediaQuery } from '../../lib/page/use-media-query';

/** Tabs that can be seen at once. */
export const SIDE_BY_SIDE: readonly string[] = ['chat', 'practice'];

const KEY = 'study-panel-side-by-side';
/** From this width on, a lesson, a chat and a terminal of 80 columns fit next to each other. */
const ROOM = '(min-width: 1500px)';

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
