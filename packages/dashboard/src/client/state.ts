import type { Project } from '@agent-factory/protocol/coach';
import type {
  DashboardIssues,
  DashboardMaterials,
  DashboardState,
  MemoriesResponse,
  Memory,
  MindStatus,
  Period,
  Stage,
} from '@agent-factory/protocol/mind';
import type { Connection } from '@agent-factory/workbench/base';

/**
 * Something that comes by itself and in its own time. What was there stays while it is asked for again, and when that
 * fails; `message` says in words what is wrong and what to do.
 */
export type Part<T> =
  | { readonly status: 'absent'; readonly value?: undefined }
  | { readonly status: 'loading' | 'ready'; readonly value?: T | undefined }
  | { readonly status: 'failed'; readonly message: string; readonly value?: T | undefined };

export const ABSENT = { status: 'absent' } as const;
export const ready = <T>(value: T): Part<T> => ({ status: 'ready', value });
export const loading = <T>({ value }: Part<T>): Part<T> => ({ status: 'loading', value });
export const failed = <T>(message: string, { value }: Part<T>): Part<T> => ({ status: 'failed', message, value });

/** What is known of the learner just now. It is another object whenever something in it has changed. */
export interface DashboardSnapshot {
  /** What is wished for; `state` may still be of the period before. */
  readonly period: Period;
  readonly state: Part<DashboardState>;
  /** Over all skills, as the daemon judges it. */
  readonly overallStage: Stage | undefined;
  readonly settings: Part<MindStatus>;
  readonly projects: Part<readonly Project[]>;
  /** Absent without a project. */
  readonly issues: Part<DashboardIssues>;
  /** Absent without a project, and while there are no open gaps to find any for. */
  readonly materials: Part<DashboardMaterials>;
  readonly project: Project | undefined;
  /** Undefined without a project. */
  readonly connection: Connection | undefined;
  /** The issue that has been picked, until the daemon has answered; and why nothing came of it. */
  readonly starting: number | undefined;
  readonly startProblem: string | undefined;
}

/** Of what is remembered, as much as has been asked for. */
export interface MemoriesSnapshot {
  readonly query: string;
  readonly list: Part<Pick<MemoriesResponse, 'total' | 'next' | 'kept' | 'trouble'> & { memories: readonly Memory[] }>;
}
