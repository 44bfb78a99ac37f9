import type { Terminal } from '@xterm/xterm';

/** What is typed is a program's and no prose: a keyboard that corrects or capitalizes it would break it. */
const ATTRIBUTES = {
  autocapitalize: 'none',
  autocomplete: 'off',
  autocorrect: 'off',
  enterkeyhint: 'enter',
  inputmode: 'text',
  spellcheck: 'false',
} as const;

/** Prepares the field that takes the terminal's keys, for keyboards on a screen and for screen readers. */
export function prepareTextarea({ textarea }: Terminal, helpId: string): void {
  for (const [name, value] of Object.entries(ATTRIBUTES)) textarea?.setAttribute(name, value);
  textarea?.setAttribute('aria-describedby', helpId);
}
