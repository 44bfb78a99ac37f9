import type { Muted } from '../../client/nudges/nudge-control.js';
import type { Choices } from '../settings/choices.js';

/** In the card, where they are what the student presses. */
export const MUTE_WORDS: Choices<Muted> = [
  ['exercise', 'No more in this exercise'],
  ['all', 'No more at all'],
];

/** In the settings. */
export const MUTED_NAMES: Choices<Muted> = [
  ['no', 'When I am still for long'],
  ['exercise', 'Not in this exercise'],
  ['all', 'Never'],
];

/** What a screen reader says when a nudge comes. */
export const ANNOUNCEMENT = 'Stuck? Your tutor can go on. Suggestions are just above the terminal.';
