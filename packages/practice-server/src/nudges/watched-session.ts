import type { Presence } from '@agent-factory/protocol';
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
      default:
        return false;
    }
  }
}
