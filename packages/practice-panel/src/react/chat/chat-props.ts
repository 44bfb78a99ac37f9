import type { ConversationSubject } from '@agent-factory/protocol/conversations';
import type { ReactNode } from 'react';
import type { Theme } from '../props.js';

/** The lesson that the student has before their eyes. */
export interface ReadLesson {
  readonly path: string;
  readonly title: string;
  /** The heading in view. */
  readonly section?: string | undefined;
  /** The whole text, read only when a message takes it along. */
  readonly getText: () => string;
}

/** What a student came for, by a button outside the chat. Each is granted once: a new one has a higher number. */
export interface ChatWish {
  readonly number: number;
  /**
   * `begin`: opens the latest conversation, or begins one with `text`. `say`: sends `text`. `ask`: the student is
   * about to write. `take_over`: goes on with the conversation of the exercise's terminal. `follow`: shows what happens
   * in that terminal.
   */
  readonly kind: 'begin' | 'say' | 'ask' | 'take_over' | 'follow';
  readonly text?: string;
}

/** First words of a conversation that the student need not write. */
export interface Beginning {
  /** What the button says. */
  readonly label: string;
  /** What is sent. */
  readonly text: string;
}

export interface ChatPanelProps {
  readonly subject: ConversationSubject;
  /** What the subject is called. */
  readonly title: string;
  readonly theme: Theme;
  /** Whether the student sees the panel. Hidden, it keeps no connection. */
  readonly isActive: boolean;
  readonly lesson?: ReadLesson | undefined;
  /** A passage of the lesson that the student has selected; empty for none. */
  readonly selection?: string;
  /** The selection was sent along, or taken out. */
  readonly onSelectionUsed?: () => void;
  /** Ways to begin that fit what the student sees; shown until something was said. */
  readonly beginnings?: readonly Beginning[];
  readonly wish?: ChatWish | undefined;
  /** Stands above the conversation. */
  readonly children?: ReactNode;
  /** What the page shows where no practice server can chat; `setup` says how to start one, if that is what is missing. */
  readonly offline: (setup: ReactNode) => ReactNode;
  /** Whether the exercise has a terminal open, in which an agent may be at work. */
  readonly hasTerminal?: boolean | undefined;
  /** Shows the terminal of the exercise that the conversation is about. */
  readonly onShowTerminal?: (() => void) | undefined;
}
