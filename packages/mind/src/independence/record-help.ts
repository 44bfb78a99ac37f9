import { type CoachTables, recordProgress } from '@agent-factory/coach/store';
import { planOf, type Workplace } from '@agent-factory/coach/workplace';
import { HINT_LEVELS, type NewAction } from '@agent-factory/protocol/coach';
import type { Kysely } from 'kysely';
import type { HintEvent } from './hint-events.js';

/** An action that helps counts for the phase that is worked on; without one, for none. Reads nothing of what is no help. */
export async function recordHelp(
  store: Kysely<CoachTables>,
  workplace: Pick<Workplace, 'choices' | 'session'>,
  action: NewAction,
): Promise<void> {
  const event = helpIn(action, workplace.choices.now.hintLevel);
  if (event === undefined) return;
  const plan = await planOf(store, workplace.session.current?.id);
  const phase = plan?.phases.find(({ status }) => status === 'active');
  if (phase !== undefined) await recordProgress(store, phase.id, event, { by: action.type });
}

/** What was explained, said or pointed at. Marks that the student does not show are none. */
function helpIn(action: NewAction, shown: (typeof HINT_LEVELS)[number]): HintEvent | undefined {
  switch (action.type) {
    case 'explain_requested':
    case 'nudge_sent':
    case 'coaching_message':
      return 'hint_used';
    case 'decorations_applied':
      return shown === 'none' || action.data.ofPlan ? undefined : 'hint_used';
    case 'hint_level_change':
      return HINT_LEVELS.indexOf(action.data.level) > HINT_LEVELS.indexOf(action.data.previousLevel)
        ? 'hint_escalated'
        : undefined;
    default:
      return undefined;
  }
}
