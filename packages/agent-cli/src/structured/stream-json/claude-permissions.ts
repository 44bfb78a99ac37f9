import type { PermissionAsked, PermissionOption } from '@agent-factory/protocol/conversations';
import { asList, asObject, asText, defined, type Json } from '../../json.js';
import { claudeToolDetail } from '../../tools/claude-tools.js';
import { ALLOW_IN_CONVERSATION, ALLOW_ONCE, permissionTitle, REFUSE } from '../../tools/permission-words.js';

/** A question of Claude Code's as it came: its answer has to repeat what was asked. */
export interface ClaudeQuestion {
  readonly input: Json;
  /** Rules that would answer such questions for the rest of the conversation. */
  readonly rules: readonly Json[];
}

const ONCE: PermissionOption = { id: 'allow', label: ALLOW_ONCE, kind: 'allow_once' };
const NO: PermissionOption = { id: 'deny', label: REFUSE, kind: 'reject_once' };
const ALWAYS: PermissionOption = { id: 'allow_always', label: ALLOW_IN_CONVERSATION, kind: 'allow_always' };
/** What is looked for, rather than a file or a command. */
const LOOKING: Readonly<Record<string, string>> = {
  Glob: 'search for',
  Grep: 'search for',
  WebFetch: 'look up',
  WebSearch: 'look up',
};
/** What the agent is told when the student refuses; it decides how it goes on. */
const REFUSAL = 'The student did not allow this. Do not try it again in another way; ask them how to go on.';

export function questionOf(request: Json): ClaudeQuestion {
  // Only for the conversation: nothing is written into the student's project.
  const suggestions = asList(request.permission_suggestions).map(asObject);
  return { input: asObject(request.input), rules: suggestions.map((rule) => ({ ...rule, destination: 'session' })) };
}

export function askedOf(requestId: string, request: Json, question: ClaudeQuestion, cwd: string): PermissionAsked {
  const toolCallId = asText(request.tool_use_id);
  return defined<PermissionAsked>({
    id: requestId,
    toolCallId,
    title: titleOf(asText(request.tool_name) ?? '', request, question.input, cwd),
    reason: reasonOf(request, question.input),
    options: question.rules.length > 0 ? [ONCE, ALWAYS, NO] : [ONCE, NO],
  });
}

function titleOf(tool: string, request: Json, input: Json, cwd: string): string {
  const detail = claudeToolDetail('', tool, input);
  const name = asText(request.display_name) ?? (tool === '' ? 'a tool' : tool);
  const looking = LOOKING[tool];
  const otherwise = looking === undefined ? `use ${name}` : `${looking} \`${detail.title}\``;
  return permissionTitle(detail, { agent: 'Claude Code', cwd, otherwise });
}

/** Why it is asked, or what for. What it says of a file only repeats its name. */
function reasonOf(request: Json, input: Json): string | undefined {
  return asText(request.decision_reason) ?? asText(input.plan) ?? asText(input.description);
}

/** The answer that Claude Code understands. */
export function answerTo({ input, rules }: ClaudeQuestion, optionId: string): Json {
  if (optionId === NO.id) return { behavior: 'deny', message: REFUSAL };
  const always = optionId === ALWAYS.id ? { updatedPermissions: rules } : {};
  return { behavior: 'allow', updatedInput: input, ...always };
}
