import { splitNotes } from '../agents/mentor-notes.js';
import { markPaidService } from '../agents/paid-services.js';
import { isMentorsRefusal } from '../agents/refusal.js';
import { capTokens } from '../agents/tokens.js';
import type { MentorResult } from '../contract/agents.js';
import { MAX_NOTE_TOKENS, MAX_TEXT } from '../contract/limits.js';
import type { Live } from '../contract/observe-events.js';
import { AgentRun, type AgentRunOptions } from './agent-run.js';
import { liveOf } from './live-pieces.js';
import { classifyFailure } from './model-errors.js';

export type MentorRunOptions = Omit<AgentRunOptions, 'onEvent'> & { readonly onLive: (piece: Live) => void };

/** Runs a mentor to its end. What is expected to fail is a result. */
export async function runMentor(options: MentorRunOptions): Promise<MentorResult> {
  const agent = await AgentRun.start({ ...options, onEvent: (event) => liveOf(event, options.onLive) });
  if (!(agent instanceof AgentRun)) return agent;
  await using _ = agent;
  const end = await agent.turn(options.task.prompt);
  if (end.kind === 'failed') return end;
  if (end.text.trim() === '') return classifyFailure('The mentor has said nothing.');
  return mentorResult(end.text);
}

/** What a mentor's text comes to. */
function mentorResult(text: string): MentorResult {
  const { notes, gap, unresolvable } = splitNotes(text);
  if (gap === undefined && isMentorsRefusal(notes)) return { kind: 'refusal', text: notes.slice(0, MAX_TEXT) };
  const capped = capTokens(notes, MAX_NOTE_TOKENS);
  return { kind: 'notes', notes: markPaidService(capped.text), ...(gap && { gap }), unresolvable, cut: capped.cut };
}
