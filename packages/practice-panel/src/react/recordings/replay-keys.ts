import type { KeyboardEvent } from 'react';
import type { Player } from '../../client/recordings/player.js';

/** How far the arrow keys go, in milliseconds. */
const ARROW_STEP_MS = 5000;

type Act = (player: Player) => void;

const goBy =
  (ms: number): Act =>
  (player) =>
    void player.seek(player.getSnapshot().positionMs + ms);

const KEYS: Readonly<Record<string, Act>> = {
  ' ': (player) => player.toggle(),
  ArrowLeft: goBy(-ARROW_STEP_MS),
  ArrowRight: goBy(ARROW_STEP_MS),
  Home: (player) => void player.seek(0),
  End: (player) => void player.seek(player.getSnapshot().durationMs),
  '+': (player) => player.changeSpeed(1),
  '=': (player) => player.changeSpeed(1),
  '-': (player) => player.changeSpeed(-1),
};

/** Keys of the replay, wherever in it the focus is; fields for text and lists keep theirs, and buttons the space bar. */
export function handleReplayKey(event: KeyboardEvent, player: Player): void {
  const act = KEYS[event.key];
  if (act === undefined || event.ctrlKey || event.metaKey || event.altKey || isKept(event)) return;
  event.preventDefault();
  act(player);
}

function isKept({ target, key }: KeyboardEvent): boolean {
  const element = target as HTMLElement;
  if (element instanceof HTMLSelectElement) return true;
  if (element instanceof HTMLInputElement && element.type === 'checkbox') return key === ' ';
  if (element instanceof HTMLInputElement) return element.type !== 'range';
  return element instanceof HTMLButtonElement && key === ' ';
}
