import { useMemo, useState } from 'react';
import { useRemembered } from '../browser/use-remembered.js';
import type { Size } from '../browser/use-size.js';
import { type PaneId, prune } from './arrangement.js';
import { type LayoutChoice, layoutMemory } from './layout-memory.js';
import { type Placed, placePanes } from './place-panes.js';
import { arrangementOf, type PresetId, type Room, roomOf } from './presets.js';

export interface Layout {
  readonly room: Room;
  readonly choice: LayoutChoice;
  /** Panes that there are on this page. */
  readonly available: readonly PaneId[];
  /** The one that is shown where there is room for one. */
  readonly front: PaneId;
  readonly isShown: (pane: PaneId) => boolean;
  place(size?: Size): Placed;
  move(splitId: string, share: number | undefined): void;
  choose(preset: PresetId): void;
  toggle(pane: PaneId): void;
  /** Shows a pane that is put away or behind another. */
  bring(pane: PaneId): void;
}

/** Until the page is laid out, as on the server. */
const UNKNOWN_SIZE: Size = { width: 1440, height: 800 };

export function useLayout(size: Size = UNKNOWN_SIZE, available: readonly PaneId[]): Layout {
  const choice = useRemembered(layoutMemory);
  // A kata that the page has begun with is what it was opened for.
  const [chosen, setFront] = useState<PaneId>(available.includes('kata') ? 'kata' : 'editor');
  // A pane in front may go, such as a kata that is put away.
  const front = available.includes(chosen) ? chosen : 'editor';
  const room = roomOf(size.width);
  return useMemo(() => {
    const isThere = (pane: PaneId) => available.includes(pane) && !choice.hidden.includes(pane);
    const isShown = (pane: PaneId) => (room === 'single' ? pane === front : isThere(pane));
    const isLearning = isThere('lesson') || isThere('kata');
    const arrangement = room === 'single' ? undefined : arrangementOf(room, choice.preset, isLearning);
    const keyOf = (splitId: string) => `${room}.${choice.preset}.${splitId}`;
    return {
      ...{ room, choice, available, front, isShown },
      place: ({ width, height } = UNKNOWN_SIZE) => {
        const pruned = arrangement === undefined ? front : prune(arrangement, isShown);
        return placePanes(pruned ?? 'editor', { left: 0, top: 0, width, height }, (id) => choice.shares[keyOf(id)]);
      },
      move: (splitId, share) => layoutMemory.change({ ...choice, shares: withShare(choice, keyOf(splitId), share) }),
      choose: (preset) => layoutMemory.change({ ...choice, preset }),
      toggle: (pane) => layoutMemory.change({ ...choice, hidden: toggled(choice, available, pane) }),
      bring: (pane) => {
        setFront(pane);
        if (choice.hidden.includes(pane)) layoutMemory.change({ ...choice, hidden: toggled(choice, available, pane) });
      },
    };
  }, [room, choice, available, front]);
}

function withShare({ shares }: LayoutChoice, key: string, share: number | undefined): LayoutChoice['shares'] {
  const { [key]: _before, ...others } = shares;
  return share === undefined ? others : { ...others, [key]: share };
}

/** The last pane that is shown stays. */
function toggled({ hidden }: LayoutChoice, available: readonly PaneId[], pane: PaneId): readonly PaneId[] {
  if (hidden.includes(pane)) return hidden.filter((other) => other !== pane);
  const next = [...hidden, pane];
  return available.every((other) => next.includes(other)) ? hidden : next;
}
