import type { ISearchOptions } from '@xterm/addon-search';
import type { ITheme } from '@xterm/xterm';
import { TERMINAL_THEMES } from '../../drawing/themes.js';

/** Backgrounds of matches, and the text colour of the current one. */
interface FindColours {
  readonly find: string;
  readonly present: string;
  readonly text: string;
}

/** In each theme, matches have a contrast of 3:1 with the background, and the current match with both. */
const FIND_COLOURS: Readonly<Record<'light' | 'dark', FindColours>> = {
  dark: { find: '#806000', present: '#ffc04d', text: '#14161b' },
  light: { find: '#c08400', present: '#7a1f00', text: '#ffffff' },
};

/** How matches are marked in a terminal of this theme. */
export function marksFor(theme: ITheme | undefined): NonNullable<ISearchOptions['decorations']> {
  const { find, present } = coloursFor(theme);
  return {
    matchBackground: find,
    matchOverviewRuler: find,
    activeMatchBackground: present,
    activeMatchBorder: theme?.foreground ?? present,
    activeMatchColorOverviewRuler: present,
  };
}

/** The theme with the selection in the colours of the current match, which is selected: that is drawn over its mark. */
export function withPresentFind(theme: ITheme | undefined): ITheme {
  const { present, text } = coloursFor(theme);
  return {
    ...theme,
    selectionBackground: present,
    selectionForeground: text,
    selectionInactiveBackground: present,
  };
}

function coloursFor(theme: ITheme | undefined): FindColours {
  return FIND_COLOURS[theme?.background === TERMINAL_THEMES.light.background ? 'light' : 'dark'];
}
