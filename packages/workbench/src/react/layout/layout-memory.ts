import { remembered } from '../browser/remembered.js';
import { PANES, type PaneId } from './arrangement.js';
import { PRESET_IDS, type PresetId } from './presets.js';

/** How the student wants the page. */
export interface LayoutChoice {
  readonly preset: PresetId;
  /** Panes that are put away. */
  readonly hidden: readonly PaneId[];
  /** By room, preset and split: the share of the first part, from 0 to 1. */
  readonly shares: Readonly<Record<string, number>>;
}

const KEY = 'practice:workbench-layout';

const USUAL: LayoutChoice = { preset: 'columns', hidden: [], shares: {} };

/** The layout in this browser, for all projects. */
export const layoutMemory = remembered(KEY, parseLayout);

/** What is valid of a stored layout; the rest is as usual. */
export function parseLayout(stored: unknown): LayoutChoice {
  if (typeof stored !== 'object' || stored === null) return USUAL;
  const { preset, hidden, shares } = stored as Record<string, unknown>;
  const put = Array.isArray(hidden) ? PANES.filter((pane) => hidden.includes(pane)) : [];
  return {
    preset: PRESET_IDS.find((known) => known === preset) ?? USUAL.preset,
    hidden: put.length === PANES.length ? [] : put,
    shares: typeof shares === 'object' && shares !== null ? sharesOf(shares) : {},
  };
}

function sharesOf(shares: object): Record<string, number> {
  return Object.fromEntries(
    Object.entries(shares).filter(([, share]) => typeof share === 'number' && share > 0 && share < 1),
  ) as Record<string, number>;
}
