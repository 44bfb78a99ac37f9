import { useEffect, useRef } from 'react';
import type { Chat } from '../../../client/conversations/chat.js';
import { type ChatState, openConversation } from '../../../client/conversations/chat-state.js';
import type { ChatWish } from '../chat-props.js';

interface WishOptions {
  readonly chat: Chat;
  readonly state: ChatState;
  readonly wish: ChatWish | undefined;
  /** The list of conversations is there, and so is an agent that can answer. */
  readonly isReady: boolean;
  readonly onSay: (text: string) => void;
  readonly onWrite: () => void;
  readonly onTakeOver: () => void;
  readonly onFollow: () => void;
}

/** Grants what the student came for, once. */
export function useWish(options: WishOptions): void {
  const latest = useRef(options);
  latest.current = options;
  const { wish, isReady } = options;
  useEffect(() => {
    if (wish === undefined || !isReady || !latest.current.chat.takesWish(wish.number)) return;
    grant(wish, latest.current);
  }, [wish, isReady]);
}

function grant({ kind, text = '' }: ChatWish, options: WishOptions): void {
  const { chat, state, onSay, onWrite } = options;
  const [latest] = state.conversations;
  switch (kind) {
    case 'begin':
      if (state.feed === undefined && latest !== undefined) chat.open(latest.id);
      if (hasBegun(chat.getSnapshot())) onWrite();
      else onSay(text);
      break;
    case 'say':
      onSay(text);
      break;
    case 'ask':
      onWrite();
      break;
    case 'take_over':
      options.onTakeOver();
      break;
    case 'follow':
      options.onFollow();
  }
}

/** Whether anything was said: where no agent was there to hear it, a conversation has neither a title nor a run. */
function hasBegun(state: ChatState): boolean {
  const open = openConversation(state);
  if (open === undefined) return state.feed !== undefined || state.task === 'sending';
  const isSaid = (state.feed?.getSnapshot().thread.items.length ?? 0) > 0;
  return isSaid || open.title !== '' || open.status !== 'idle' || state.task === 'sending';
}
