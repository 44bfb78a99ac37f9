import type { Conversation } from '@agent-factory/protocol/conversations';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const DATE = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });

/** How long ago, as people say it. */
export function whenWords(at: string, now: number): string {
  const ago = now - Date.parse(at);
  if (Number.isNaN(ago)) return '';
  if (ago < MINUTE_MS) return 'just now';
  if (ago < HOUR_MS) return RELATIVE.format(-Math.floor(ago / MINUTE_MS), 'minute');
  if (ago < DAY_MS) return RELATIVE.format(-Math.floor(ago / HOUR_MS), 'hour');
  return ago < WEEK_MS ? RELATIVE.format(-Math.floor(ago / DAY_MS), 'day') : DATE.format(Date.parse(at));
}

/** What a conversation is doing, where that is worth a word. */
export function statusWords(status: Conversation['status']): string {
  switch (status) {
    case 'idle':
      return '';
    case 'running':
      return 'at work';
    case 'asking':
      return 'waits for you';
    case 'interrupted':
      return 'interrupted';
    case 'in_terminal':
      return 'in the terminal';
  }
}

export function conversationTitle({ title }: Pick<Conversation, 'title'>): string {
  return title.trim() === '' ? 'Untitled conversation' : title;
}
