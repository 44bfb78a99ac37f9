import { WebLinksAddon } from '@xterm/addon-web-links';
import type { ILinkHandler, Terminal } from '@xterm/xterm';

/** Links a program names itself (OSC 8) open like those found in the text. */
export const linkHandler: ILinkHandler = { activate: (event, uri) => openLink(event, uri) };

export function detectLinks(terminal: Terminal): void {
  terminal.loadAddon(new WebLinksAddon(openLink));
}

/** Opens web addresses in a new tab that knows nothing of this one; no other scheme is followed. */
function openLink(_event: MouseEvent, uri: string): void {
  if (/^https?:\/\//i.test(uri)) window.open(uri, '_blank', 'noopener,noreferrer');
}
