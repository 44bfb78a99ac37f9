import type { PermissionAsked, PermissionOption } from '@agent-factory/protocol/conversations';
import { asList, asObject, asText, defined, type Json } from '../../json.js';

/** A question of Claude Code's as it came: its answer has to repeat what was asked. */
export interface ClaudeQuestion {
  readonly input: Json;
  /** Rules that would answer such questions for the rest of the conversation. */
  readonly rules: readonly Json[];
}

const YES: PermissionOption = { id: 'allow', label: 'Yes', kind: 'allow_once' };
const NO: PermissionOption = { id: 'deny', label: 'No', kind: 'reject_once' };
const ALWAYS: PermissionOption = {
  id: 'allow_always',
  label: 'Yes, and do not ask about this again in this conversation',
  kind: 'allow_always',
};
/** What the agent is told when the student refuses; it decides how it goes on. */
const REFUSAL = 'The student did not allow this. Do not try it again in another way; ask them how to go on.';

export function questionOf(request: Json): ClaudeQuestion {
  // Only for the conversation: nothing is written into the student's project.
  const suggestions = asList(request.permission_suggestions).map(asObject);
  return { input: asObject(request.input), rules: suggestions.map((rule) => ({ ...rule, destination: 'session' })) };
}

export function askedOf(requestId: string, request: Json, question: ClaudeQuestion): PermissionAsked {
  const name = asText(request.display_name) ?? asText(request.tool_name) ?? 'a tool';
  const title = asText(request.description) ?? asText(question.input.command);
  return defined<PermissionAsked>({
    id: requestId,
    toolCallId: asText(request.tool_use_id),
    title: title === undefined ? `Use ${name}?` : `${name}: ${title}`,
    reason: asText(request.decision_reason),
    options: question.rules.length > 0 ? [YES, ALWAYS, NO] : [YES, NO],
  });
}

/** The answer that Claude Code understands. */
export function answerTo({ input, rules }: ClaudeQuestion, optionId: string): Json {
  if (optionId === NO.id) return { behavior: 'deny', message: REFUSAL };
  const always = optionId === ALWAYS.id ? { updatedPermissions: rules } : {};
  return { behavior: 'allow', updatedInput: input, ...always };
}
