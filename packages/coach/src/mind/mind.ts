import type { ClientPayload, MindToolName, NewAction, ToolInput, ToolOutput } from '@agent-factory/protocol/coach';

/** What pages ask that has to be thought about. */
export type MindMessageType =
  | 'dashboard:request'
  | 'dashboard:refresh_issues'
  | 'session:start'
  | 'session:resume'
  | 'session:end'
  | 'user:explain'
  | 'user:review'
  | 'observer:mute'
  | 'practice:submit_solution';

export type MindMessage = {
  [Type in MindMessageType]: { readonly type: Type; readonly payload: ClientPayload<Type> };
}[MindMessageType];

/** The agent is done, or was given up. */
export type EndStatus = 'completed' | 'abandoned';

/**
 * What thinks for a coach. It is told what happens in a project, and answers what needs thought: of which project, which
 * page and in answer to what, it knows from what the coach is made of.
 */
export interface Mind<Workplace, Page, Context> {
  /** Throws a PracticeError for what the page is told by `connection:error`. */
  answer(message: MindMessage, context: Context): Promise<void>;
  /** Throws a PracticeError that tells an agent what to do. */
  callTool<Name extends MindToolName>(
    name: Name,
    input: ToolInput<Name>,
    workplace: Workplace,
  ): Promise<ToolOutput<Name>>;
  /** A page has come, and knows the state of the project. Never throws, never waits. */
  greet(page: Page, workplace: Workplace): void;
  /** A coaching session is there: it has begun, or goes on. Never throws, never waits. */
  sessionBegan(workplace: Workplace): void;
  /** It has ended, whoever has ended it. Never throws, never waits. */
  sessionEnded(workplace: Workplace, sessionId: string, status: EndStatus): void;
  /** An action was written down. Never throws, never waits. */
  onAction(workplace: Workplace, action: NewAction): void;
  /** The student has typed into a file; each `buffer:update` is one. Never throws, never waits. */
  onTyped(workplace: Workplace, path: string): void;
}

/** A mind, for who knows nothing of what it is told of. */
export type AnyMind = Mind<never, never, never>;
