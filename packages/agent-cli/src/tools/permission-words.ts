import { basename, sep } from 'node:path';
import type { PermissionKind, PermissionOption, ToolCallDetail } from '@agent-factory/protocol/conversations';

/** What a student is asked to allow, and by whom. */
export interface PermissionWords {
  /** The agent's name for people. */
  readonly agent: string;
  /** Files below this folder are named relative to it. */
  readonly cwd: string;
  /** What the agent wants to do, where its detail names neither a command nor files. */
  readonly otherwise: string;
}

export const ALLOW_ONCE = 'Allow once';
export const ALLOW_IN_CONVERSATION = 'Allow for this conversation';
export const REFUSE = 'Refuse';

const FILE_VERBS: Readonly<Partial<Record<NonNullable<ToolCallDetail['kind']>, string>>> = {
  read: 'read',
  edit: 'edit',
  delete: 'delete',
  move: 'move',
};

/** Allowing comes before refusing, and once before for longer. */
const ORDER: readonly PermissionKind[] = ['allow_once', 'allow_always', 'reject_once', 'reject_always'];

/** The question that a student answers: "May Claude Code edit agent.py?" Backticks enclose a command. */
export function permissionTitle(detail: ToolCallDetail, words: PermissionWords): string {
  return `May ${words.agent} ${wantedOf(detail, words)}?`;
}

function wantedOf({ kind, command, edits, paths }: ToolCallDetail, { cwd, otherwise }: PermissionWords): string {
  if (command !== undefined && command.trim() !== '') return `run \`${command}\``;
  const verb = kind && FILE_VERBS[kind];
  const files = [...new Set(edits?.map(({ path }) => path) ?? paths ?? [])].map((path) => nameOf(path, cwd));
  return verb !== undefined && files.length > 0 ? `${verb} ${listed(files)}` : otherwise;
}

function nameOf(path: string, cwd: string): string {
  if (path === cwd) return basename(path);
  return path.startsWith(`${cwd}${sep}`) ? path.slice(cwd.length + 1) : path;
}

function listed(files: readonly string[]): string {
  if (files.length < 2) return files.join('');
  return `${files.slice(0, -1).join(', ')} and ${files.at(-1)}`;
}

/** Options in the order in which every agent's are shown: their numbers are keys. */
export function inOrder(options: readonly PermissionOption[]): PermissionOption[] {
  return [...options].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}
