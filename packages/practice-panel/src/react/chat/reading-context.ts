import { createContext } from 'react';
import type { ChatPanelProps } from './chat-props.js';

/** What the student has before their eyes beside the chat, and what they might say about it. */
export type Reading = {
  readonly [Fact in 'lesson' | 'selection' | 'onSelectionUsed' | 'beginnings']?: ChatPanelProps[Fact] | undefined;
};

export const ReadingContext = createContext<Reading>({});
