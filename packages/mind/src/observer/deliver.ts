import { shortened } from '@agent-factory/protocol';
import { NO_NUDGE } from '@agent-factory/protocol/nudges';
import type { Dropped } from '../host.js';
import { MAX_HELD_MS, MAX_NAME_LENGTH, PAUSE_MS } from './limits.js';
import type { Moments } from './moments.js';
import { type Nudge, textFor } from './nudge.js';
import type { Watch } from './watch.js';

/** What passes by itself before long. */
const PASSING: ReadonlySet<Dropped> = new Set<Dropped>([NO_NUDGE.student_busy, NO_NUDGE.agent_at_work]);

/**
 * Gives a nudge at the next moment that interrupts nobody: the agent is told, whole and once, and so are the pages. One
 * that does not come to it in time is dropped, and the action log says why.
 */
export async function deliver(watch: Watch, moments: Moments, nudge: Nudge): Promise<void> {
  const { clock, workplace } = watch;
  const { signal, confidence } = nudge;
  const until = clock.now() + MAX_HELD_MS;
  for (;;) {
    const hindrance = await hindranceOf(watch);
    if (!watch.isListening || isUnwanted(hindrance)) return;
    const reason = watch.suppressedBy;
    if (reason !== undefined) return workplace.session.log('nudge_suppressed', { signal, confidence, reason });
    if (hindrance === undefined) return tell(watch, nudge);
    const leftMs = until - clock.now();
    if (!PASSING.has(hindrance) || leftMs <= 0) return drop(watch, nudge, hindrance);
    await moments.next(Math.min(PAUSE_MS, leftMs));
  }
}

/** Whether this is a reason of the daemon for which the student is not even watched. */
export function isUnwanted(hindrance: Dropped): boolean {
  return hindrance === NO_NUDGE.muted || hindrance === NO_NUDGE.off;
}

async function hindranceOf({ activity, clock, room, projectId }: Watch): Promise<Dropped> {
  return activity.isTyping(clock.now()) ? NO_NUDGE.student_busy : room.host.mayNudge(projectId);
}

/** A page need not be there: the agent is (spec EC-68). */
async function tell(watch: Watch, nudge: Nudge): Promise<void> {
  const { room, projectId, workplace } = watch;
  if (await givesAway(watch, nudge)) return drop(watch, nudge, 'It would have told the solution');
  const dropped = await room.host.say(projectId, textFor(nudge));
  if (!watch.isLive) return;
  if (dropped !== undefined) return drop(watch, nudge, dropped);
  const { signal, confidence } = nudge;
  watch.nudged();
  workplace.session.log('nudge_sent', { signal, confidence });
  workplace.audience.broadcast('observer:nudge', nudge);
}

/** What a model has said of the student's work, and pages show. */
async function givesAway({ room, projectId }: Watch, { context }: Nudge): Promise<boolean> {
  const text = [context.phase_description, context.time_in_file].filter((one) => one !== null).join('\n');
  if (text === '') return false;
  return (await room.host.leakIn(projectId, { text, by: 'model', seesFiles: true, unsaved: [] })) !== undefined;
}

function drop({ workplace }: Watch, { signal }: Nudge, reason: string): void {
  workplace.session.log('nudge_dropped', { signal, reason: shortened(reason, MAX_NAME_LENGTH) });
}
