/** One tab in the panel, or two next to each other. */
export type SheetContent = 'one_tab' | 'two_tabs';

/** What is left to the lesson at least, in CSS pixels: a phone's width. Beside two tabs it gives up some of its margins. */
export const MIN_LESSON: Readonly<Record<SheetContent, number>> = { one_tab: 400, two_tabs: 380 };
/** Narrowest chat beside a terminal, in CSS pixels: a phone's width. */
export const MIN_CHAT = 320;
/** A terminal of 80 columns at the usual size, in CSS pixels: 7.82 for each, and its margins. */
export const TERMINAL = 650;
/** Narrowest terminal that the student can make, in CSS pixels: about 40 columns, and the toolbar in one row. */
export const MIN_TERMINAL = 340;
