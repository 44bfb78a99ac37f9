import { activeSession, listAssessments } from '@agent-factory/coach/store';
import { ProjectDisk, planOf, type Workplace } from '@agent-factory/coach/workplace';
import { PracticeError, shortened } from '@agent-factory/protocol';
import type { ProjectId } from '@agent-factory/protocol/coach';
import type { ExplainRequest, Explanation } from '@agent-factory/protocol/mind';
import {
  assembleUserMessage,
  type ExplainThisResponse,
  type PhaseContext,
  responseSchema,
  systemPromptFor,
} from '../prompts/explain-this.js';
import type { MindRoom } from '../room.js';
import { type ActionLog, actionLog, MAX_ACTION_WORD, wordsOf } from './asked.js';
import { requireGuidance } from './guidance.js';
import { relatedFiles } from './related-files.js';
import { stageFor } from './stage.js';
import { requireText } from './text-only.js';

/** UTF-16 units: far more than a model is asked for, and little enough to be shown beside a line. */
const MAX_EXPLANATION = 20_000;
const MAX_ASIDE = 4000;
const MAX_CONCEPT = 200;
const MAX_CONCEPTS = 20;

const MODEL = 'sonnet';

export interface ExplainAsked {
  readonly projectId: ProjectId;
  /** The project where it is open: then it is written into the log of its session. */
  readonly workplace?: Workplace | undefined;
}

/**
 * Explains what the learner has marked. Throws `file_unsuitable` for what is no text, `path_outside` and
 * `project_not_found` where it is marked in an editor, `gives_solution`, and what `Models.askAgain` throws.
 */
export async function explain(
  room: MindRoom,
  request: ExplainRequest,
  { projectId, workplace }: ExplainAsked,
): Promise<Explanation> {
  const log = actionLog(workplace);
  const { path, range } = request;
  log('explain_requested', { path, ...(range !== undefined && { range }) });
  const disk = workplace?.disk ?? (await diskOf(room, projectId, request));
  const language = await requireText(request, disk);
  const asked = { ...request, language: request.language || language || '' };
  const session = await activeSession(room.host.store, projectId);
  const phase = await activePhase(room, session?.id);
  const said = await ask(room, asked, { log, phase, projectId, sessionId: session?.id ?? null });
  const explanation: Explanation = {
    path,
    explanation: shortened(said.explanation, MAX_EXPLANATION),
    keyConcepts: said.key_concepts.slice(0, MAX_CONCEPTS).map((concept) => shortened(concept, MAX_CONCEPT)),
    analogy: aside(said.analogy),
    relatedFiles: await relatedFiles(said.related_files, { disk, path }),
    phaseConnection: phase === null ? null : aside(said.phase_connection),
  };
  await requireGuidance(room, explanation, { projectId, request });
  return explanation;
}

interface Circumstances {
  readonly log: ActionLog;
  readonly phase: PhaseContext | null;
  readonly projectId: ProjectId;
  readonly sessionId: string | null;
}

async function ask(
  room: MindRoom,
  request: ExplainRequest,
  { log, phase, projectId, sessionId }: Circumstances,
): Promise<ExplainThisResponse> {
  const { path, language, selectedText } = request;
  const subject = { topics: [language], texts: [selectedText, path, phase?.title ?? ''] };
  const stage = stageFor(await listAssessments(room.host.store), subject);
  const begun = performance.now();
  try {
    const { value, model, latencyMs } = await room.models.askAgain({
      callType: 'explain_this',
      part: 'explain',
      model: MODEL,
      systemPrompt: systemPromptFor(stage),
      userMessage: assembleUserMessage(request, phase),
      responseSchema,
      sessionId,
      projectId,
    });
    log('explain_completed', { path, model: shortened(model, MAX_ACTION_WORD), latency_ms: latencyMs, success: true });
    return value;
  } catch (error) {
    const failure = { success: false, error: shortened(wordsOf(error), MAX_ACTION_WORD) };
    log('explain_completed', { path, model: MODEL, latency_ms: Math.round(performance.now() - begun), ...failure });
    throw error;
  }
}

/** What is marked in a lesson or a terminal can be explained where there is no folder, too. */
async function diskOf(
  { host }: MindRoom,
  projectId: ProjectId,
  { source }: ExplainRequest,
): Promise<ProjectDisk | undefined> {
  try {
    return await ProjectDisk.open(await host.folderOf(projectId));
  } catch (error) {
    if (source !== 'editor' && error instanceof PracticeError) return undefined;
    throw error;
  }
}

/** Null without a session, without a plan, and between two phases. */
async function activePhase({ host }: MindRoom, sessionId: string | undefined): Promise<PhaseContext | null> {
  const plan = await planOf(host.store, sessionId);
  const active = plan?.phases.find(({ status }) => status === 'active');
  return active ? { number: active.number, title: active.title, description: active.description } : null;
}

function aside(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : shortened(text, MAX_ASIDE);
}
