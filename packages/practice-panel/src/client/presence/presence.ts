import type { Presence } from '@agent-factory/protocol';
import { isHidden, onVisibilityChange } from '../browser/page.js';
import type { Unsubscribe } from '../store/store.js';
import type { TerminalConnection } from '../terminal/terminal-connection.js';
import { hasSomethingOpen, Signs } from './signs.js';

/**
 * How long the last sign counts, in milliseconds: somebody who looks for a word has not stopped typing. It is also the
 * least time between two changes that are told, but for those of the page's visibility.
 */
export const BUSY_FOR_MS = 5000;
/** Time in milliseconds after a click or a move of the focus until what it opens is there. */
export const LOOK_AFTER_MS = 200;

/** Where the presence is told, and what is pasted there. */
export type PresenceLine = Pick<TerminalConnection, 'tellPresence' | 'pastes'>;

/**
 * Tells whether the student can see this element, and whether they are busy anywhere on its page, whenever that changes.
 */
export function tellPresence(element: HTMLElement, line: PresenceLine): Unsubscribe {
  const watch = new PresenceWatch(element, line);
  return () => watch.dispose();
}

class PresenceWatch {
  readonly #line: PresenceLine;
  readonly #signs: Signs;
  readonly #stops: Unsubscribe[];
  /** The element has a place on the page: in a tab that is not chosen, nobody sees it. */
  #isShown = true;
  #lastBusyAt = Number.NEGATIVE_INFINITY;
  #told: Presence | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement, line: PresenceLine) {
    this.#line = line;
    this.#signs = new Signs({ onBusy: () => this.#noteBusy(), onMoved: () => this.#lookIn(LOOK_AFTER_MS) });
    const observer = new IntersectionObserver((entries) => {
      this.#isShown = entries.at(-1)?.isIntersecting ?? true;
      this.#look();
    });
    observer.observe(element);
    this.#stops = [
      this.#signs.dispose,
      () => observer.disconnect(),
      onVisibilityChange(() => this.#look()),
      line.pastes.subscribe(() => this.#look()),
    ];
    this.#look();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const stop of this.#stops.splice(0)) stop();
  }

  /** While the student is known to be busy, a sign changes nothing but how long that lasts. */
  #noteBusy(): void {
    this.#lastBusyAt = performance.now();
    if (this.#told?.busy !== true) this.#look();
  }

  #look(): void {
    clearTimeout(this.#timer);
    if (this.#isBusyNow()) this.#lastBusyAt = performance.now();
    const busyFor = this.#lastBusyAt + BUSY_FOR_MS - performance.now();
    this.#tell({ visible: this.#isShown && !isHidden(), busy: busyFor > 0 });
    if (busyFor > 0) this.#timer = setTimeout(() => this.#look(), busyFor);
  }

  /** The timer of somebody who is busy looks anyway. */
  #lookIn(delayMs: number): void {
    if (this.#told?.busy === true) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), delayMs);
  }

  #isBusyNow(): boolean {
    return this.#signs.isUnderWay || this.#line.pastes.getSnapshot().status !== 'none' || hasSomethingOpen();
  }

  #tell(presence: Presence): void {
    if (this.#told?.visible === presence.visible && this.#told.busy === presence.busy) return;
    this.#told = presence;
    this.#line.tellPresence(presence);
  }
}
