import { type CoachSession, listAssessments } from '@agent-factory/coach/store';
import { requireGuidance, shownPhase, type Workplace } from '@agent-factory/coach/workplace';
import { beginning } from '@agent-factory/protocol';
import type { ToolInput, ToolOutput } from '@agent-factory/protocol/coach';
import { stageFor } from '../../explain/stage.js';
import {
  assembleUserMessage,
  type CoachAgentResponse,
  type RelevantMemory,
  responseSchema,
  SYSTEM_PROMPT,
} from '../../prompts/coach-agent.js';
import type { MindRoom } from '../../room.js';
import { requireSession } from '../session.js';
import { keepPlan } from './keep-plan.js';
import { relevantMemories } from './relevant-memories.js';
import { showHints } from './show-hints.js';
import { MAX_CONNECTION, type SoundPhase, shown, soundPhases } from './sound-phases.js';

type PipelineInput = ToolInput<'paige_run_coaching_pipeline'>;

/** Tokens: twenty phases with their hints, which is more than anybody follows. */
const MAX_TOKENS = 16_384;
/** UTF-16 units, as the issue of a session is shown. */
const MAX_TITLE = 300;

/**
 * `paige_run_coaching_pipeline`: makes phases at the learner's level of a plan, keeps them, and shows the first. Each call
 * makes a plan of its own; the latest counts. Throws `no_active_session`, also where the session ends while the model
 * thinks, `gives_solution` for phases with lines of it, and what `Models.askAgain` throws; nothing is kept then.
 */
export async function runPipeline(
  room: MindRoom,
  workplace: Workplace,
  input: PipelineInput,
): Promise<ToolOutput<'paige_run_coaching_pipeline'>> {
  const session = requireSession(workplace);
  const memories = await relevantMemories(room, session, input);
  const answer = await askCoach(room, session, { input, memories });
  const { phases, left } = soundPhases(answer.phases);
  const memoryConnection = memories.length === 0 ? null : shown(answer.memory_connection ?? '', MAX_CONNECTION);
  const findings = { memoryConnection, estimatedDifficulty: answer.estimated_difficulty };
  await requireGuidance(workplace, [memoryConnection ?? '', ...phases.flatMap(textsOf)], 'model');
  const { plan, stored } = await keepPlan(room.host.store, { session, planText: input.planText, phases, findings });
  const facts = { projectId: session.projectId, planId: plan.id };
  if (left > 0) room.host.logWarning('A part of a plan made no sense, and was left out', { ...facts, left });

  workplace.session.log('coaching_pipeline', { planId: plan.id, phases: stored.length, memories: memories.length });
  const summary = { planId: plan.id, ...findings };
  workplace.audience.broadcast('coaching:plan_ready', { ...summary, phases: stored.map(shownPhase) });
  await nameIssue(workplace, session, input).catch((error) => room.host.logFailure(error, 'An issue was not named'));
  const [first] = stored;
  if (first !== undefined) await begin(room, workplace, { session, first, hints: phases[0]?.hints ?? [] });
  const outline = stored.map(({ number, title, description, hintLevel }) => ({
    number,
    title,
    description,
    hintLevel,
  }));
  return { ...summary, phases: outline };
}

/** What pages show of a phase, and agents read. */
function textsOf({ title, description, hints }: SoundPhase): string[] {
  return [title, description, ...hints.flatMap((hint) => (hint.type === 'line' ? (hint.hoverText ?? []) : []))];
}

interface CoachAsked {
  readonly input: PipelineInput;
  readonly memories: readonly RelevantMemory[];
}

async function askCoach(
  { host, models }: MindRoom,
  { id, projectId }: CoachSession,
  { input: { planText, issueSummary }, memories }: CoachAsked,
): Promise<CoachAgentResponse> {
  const stage = stageFor(await listAssessments(host.store), { topics: [], texts: [issueSummary, planText] });
  const { value } = await models.askAgain({
    callType: 'coach_agent',
    part: 'pipeline',
    model: 'sonnet',
    systemPrompt: SYSTEM_PROMPT,
    userMessage: assembleUserMessage(planText, stage, memories),
    responseSchema,
    sessionId: id,
    projectId,
    maxTokens: MAX_TOKENS,
    signal: host.closing,
  });
  return value;
}

type Begun = Parameters<typeof showHints>[2] & { readonly first: { id: string; number: number; title: string } };

async function begin(room: MindRoom, workplace: Workplace, { first, ...shownFirst }: Begun): Promise<void> {
  if (workplace.session.current?.id !== shownFirst.session.id) return;
  workplace.session.log('phase_started', { phaseId: first.id, phaseNumber: first.number, title: first.title });
  await showHints(room, workplace, shownFirst);
}

/** What the session is about, where that has become known by the plan. An issue that was shown knows its title best. */
async function nameIssue(
  { session, choices }: Workplace,
  { id, issueNumber, issueTitle }: CoachSession,
  { issueNumber: number, issueSummary }: PipelineInput,
): Promise<void> {
  const { issue } = choices.now;
  if (number === undefined || session.current?.id !== id) return;
  const known = issue?.number === number ? issue.title : issueNumber === number ? issueTitle : null;
  await session.setIssue({ number, title: known ?? firstLine(issueSummary) });
}

function firstLine(text: string): string {
  return beginning(text.trim().split('\n')[0] ?? '', MAX_TITLE).trim();
}
