import type { RegistryEntry } from '@agent-factory/protocol';
import type { ComponentType } from 'react';

/** What is known where a tab is offered. */
export interface TabFacts {
  /** The exercise in the panel, or else the one of the lesson beside it. */
  readonly exercise: RegistryEntry | undefined;
  /** Names of the capabilities of the last practice server that answered; none before one has. */
  readonly capabilities: ReadonlySet<string>;
}

export interface TabProps {
  /** The exercise in the panel, or else the one of the lesson beside it. */
  readonly exercise: RegistryEntry | undefined;
  /** Whether the student sees it. What is hidden stays, but need not follow anything. */
  readonly isActive: boolean;
}

/** One tab beside a lesson, as whoever shows tabs has to know it. */
export interface PanelTab {
  /** Unique among the tabs; part of the ids of its elements. */
  readonly id: string;
  readonly title: string;
  readonly icon: ComponentType;
  /** Whether it is there at the moment. */
  isShown(facts: TabFacts): boolean;
  /** Its content. Loaded when the tab is first opened, and kept while the panel is open. */
  load(): Promise<{ readonly default: ComponentType<TabProps> }>;
  /** To open it is to begin the lesson's exercise, which then stays in the panel, whatever lesson is read. */
  readonly takesExercise?: boolean;
  /** It is there only once it was asked for, until the panel closes. */
  readonly onDemand?: boolean;
  /** Something in it has a use of its own for Escape, which elsewhere closes the panel. */
  readonly keepsEscape?: boolean;
}
