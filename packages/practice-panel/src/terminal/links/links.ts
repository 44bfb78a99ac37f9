import { WebLinksAddon } from '@xterm/addon-web-links';
import type { ILinkHandler, Terminal } from '@xterm/xterm';
import { hideTarget, showTarget } from './link-target.js';

/** What a link may lead to: pages and mail. All else could run something, here or on the student's machine. */
const FOLLOWED = /^(https?|mailto):$/;

/** Links a program names itself (OSC 8), whose text may be anything: where they lead shows before the click. */
export const linkHandler: ILinkHandler = {
  allowNonHttpProtocols: true, // which are sorted out here
  activate: (_event, uri) => openLink(uri),
  hover: (event, uri) => showTarget(event, targetOf(uri) ?? `Not opened: ${uri}`),
  leave: hideTarget,
};

/** Links in the text of the terminal. */
export function detectLinks(terminal: Terminal): void {
  terminal.loadAddon(new WebLinksAddon((_event, uri) => openLink(uri)));
}

/** Opens an address in a new tab that knows nothing of this one; no other scheme is followed. */
function openLink(uri: string): void {
  const target = targetOf(uri);
  if (target !== undefined) window.open(target, '_blank', 'noopener,noreferrer');
}

/** The address as the browser takes it, which hides no host behind look-alikes; undefined if it is not followed. */
function targetOf(uri: string): string | undefined {
  if (!URL.canParse(uri)) return undefined;
  const { protocol, href } = new URL(uri);
  return FOLLOWED.test(protocol) ? href : undefined;
}
