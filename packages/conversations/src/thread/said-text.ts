import { markdownWithBadges } from '@agent-factory/protocol/stages';

/** What an agent said, for people to read: its markers are badges, as what became of a claim is told elsewhere. */
export function saidText({ text }: { readonly text: string }): string {
  return markdownWithBadges(text, () => 'claimed');
}
