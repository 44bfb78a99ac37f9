/** What kind of work a tool does, by which a card gets its words and its icon. The kinds are ACP's. */
export type ToolKind = 'read' | 'edit' | 'delete' | 'move' | 'search' | 'execute' | 'think' | 'fetch' | 'other';

/** A change to one file: both texts, or where only the change is known, a unified diff. */
export interface FileEdit {
  /** Relative to the folder of the conversation where it lies below it. */
  path: string;
  /** Null where the file is new. */
  oldText?: string | null;
  newText?: string;
  patch?: string;
}

/** What is known of a tool call beyond its name and arguments. Each event adds to those before. */
export interface ToolCallDetail {
  toolCallId: string;
  kind?: ToolKind;
  /** A few words for people, such as the command. */
  title?: string;
  command?: string;
  /** What a command has printed. */
  output?: string;
  exitCode?: number;
  edits?: FileEdit[];
  /** Files it is about. */
  paths?: string[];
  status?: 'running' | 'completed' | 'failed' | 'refused';
}

export type PermissionKind = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always';

export interface PermissionOption {
  id: string;
  /** In the agent's words. */
  label: string;
  kind: PermissionKind;
}

/** The agent waits until the student chooses. */
export interface PermissionAsked {
  /** Unique within the conversation. */
  id: string;
  toolCallId?: string;
  title: string;
  /** Why, in the agent's words. */
  reason?: string;
  options: PermissionOption[];
}

/** `optionId` is absent where the question lapsed: the run ended, or was interrupted. */
export interface PermissionAnswered {
  id: string;
  optionId?: string;
  kind?: PermissionKind;
}

/** Something the student should know that nobody said in the conversation. */
export interface Notice {
  level: 'info' | 'warning' | 'error';
  /** Stable; the message is for people. */
  code: string;
  message: string;
  /** Commands to type in one's own terminal, in this order. */
  commands?: string[];
}

/** From here on, the conversation goes on in the other form. */
export interface HandOver {
  to: 'terminal' | 'chat';
}

/** What came after this event was taken back, because an earlier message was edited and sent again. */
export interface Rewound {
  /** The last event that still counts; 0 for none. */
  toEventId: number;
  /** Whether the agent has forgotten it as well. */
  forgotten: boolean;
}
