import { announceState } from '../../workplace/state.js';
import type { Handler } from '../context.js';

export const switchTab: Handler<'editor:tab_switch'> = async ({ fromPath, toPath }, { workplace }) => {
  workplace.session.log('tab_switch', { fromPath, toPath });
};

export const select: Handler<'editor:selection'> = async ({ path, range, textLength }, { workplace }) => {
  workplace.session.log('selection', { path, range, textLength });
};

/** The student's other pages move their slider, too. */
export const changeHintLevel: Handler<'hints:level_change'> = async (change, { workplace, page }) => {
  await workplace.choices.change({ hintLevel: change.level });
  workplace.session.log('hint_level_change', change);
  await announceState(workplace, page);
};

export const startIdling: Handler<'user:idle_start'> = async ({ lastActionTimestamp }, { workplace }) => {
  workplace.session.log('idle_start', { lastActionTimestamp });
};

export const endIdling: Handler<'user:idle_end'> = async (_payload, { workplace }) => {
  workplace.session.log('idle_end', {});
};
