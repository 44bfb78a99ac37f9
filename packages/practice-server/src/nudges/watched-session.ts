import type { Presence } from '@agent-factory/protocol';
import type { ActionType } from '@agent-factory/protocol/coach';
import { STUDENT_ACTIONS } from '@agent-factory/protocol/coach';
import type { NewEvent } from '@agent-factory/protocol/events';
import type { OfferedNudge } from '@agent-factory/protocol/nudges';

/** What nudges know of one session. Times are of the clock that never jumps, in milliseconds. */
export class WatchedSession {
  pages: readonly Presence[] = [];
  isChecking = false;
  checkedAt: number | undefined;
  unanswered = 0;
  /** How many nudges there were: the prompts take turns. */
  count = 0;
  /** When the student last did something, or a nudge came. */
  stillSince: number;
  /** When a nudge was last offered or sent, by whoever it was. */
  nudgedAt: number | undefined;
  offered: OfferedNudge | undefined;
  /** How often it was asked whether now is the moment. */
  turn = 0;
  timer: NodeJS.Timeout | undefined;

  constructor(now: number) {
    this.stillSince = now;
  }

  /** The student has done something: whatever was offered is answered by that. */
  touch(now: number): void {
    this.stillSince = now;
    this.unanswered = 0;
    this.withdraw();
  }

  /** There was a nudge: from now on, there is none for a while. */
  nudged(now: number): void {
    this.stillSince = now;
    this.nudgedAt = now;
    this.unanswered += 1;
  }

  withdraw(): void {
    this.offered = undefined;
  }

  /** Takes in what has happened. False if it has nothing to do with nudges. */
  take(event: NewEvent, now: number): boolean {
    switch (event.type) {
      case 'agent_state':
        // What it is doing is what the student reads next.
        if (event.data.state !== 'waiting') this.withdraw();
        this.stillSince = now;
        return true;
      case 'check_began':
        this.isChecking = true;
        return true;
      case 'check_ended':
        this.isChecking = false;
        this.checkedAt = now;
        return true;
      case 'stage_refused':
      case 'stage_completed':
      case 'course_refused':
      case 'course_completed':
        // The check of a claim: there is something new to read.
        this.checkedAt = now;
        return true;
      case 'coach_action':
        return this.#takeAction(event.data.action, now);
      default:
        return false;
    }
  }

  /** The coach has nudged, for a reason of its own; or the student has done something in the editor. */
  #takeAction(action: ActionType, now: number): boolean {
    if (action === 'nudge_sent') {
      this.withdraw();
      this.nudged(now);
      return true;
    }
    if (!STUDENT_ACTIONS.has(action)) return false;
    this.touch(now);
    return true;
  }
}
