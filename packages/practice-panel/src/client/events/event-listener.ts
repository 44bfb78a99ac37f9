import type { PracticeEvent } from '@agent-factory/protocol/events';

/** Who follows what happens. */
export interface EventListener {
  /**
   * From here on nothing is missed: state that was read before may be out of date and is read anew now. It is called
   * when the events are there at first, and again where some were lost.
   */
  onBegin?(): void;
  /** Something has happened, once for each event, in their order. */
  onEvent?(event: PracticeEvent): void;
}
