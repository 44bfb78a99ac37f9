import { listAssessments } from '@agent-factory/coach/store';
import type { ProjectId } from '@agent-factory/protocol/coach';
import type { DashboardMaterials, Stage } from '@agent-factory/protocol/mind';
import { overallStage } from '../../explain/stage.js';
import {
  assembleUserMessage,
  type LearningMaterialsResponse,
  responseSchema,
  systemPromptFor,
  WEB_SEARCH_TOOL,
} from '../../prompts/learning-materials.js';
import type { MindRoom } from '../../room.js';
import { KeptAnswers } from '../kept-answers.js';
import { failed, found, type Outcome, SKIPPED } from '../outcome.js';
import { worstGaps } from './gaps.js';
import { materialsIn } from './material.js';
import { techStackOf } from './tech-stack.js';

/** Five gaps with some resources each take some three thousand tokens, and what is found has to be read. */
const MAX_TOKENS = 8192;
/** Titles of katas that a model can choose from. */
const MAX_KATAS = 50;
const TURNED_OFF =
  'Looking for learning material is turned off. It would search the web for documentation, articles and videos on the gaps in your knowledge: turn “materials” on in the coach’s settings.';
const NOTHING_USABLE =
  'The search has found no material with an address that can be opened. Ask your tutor in the terminal, or try again later.';

export interface ResearchOptions {
  /** Answers that need not be asked for again; without them, each is asked for. */
  readonly kept?: KeptAnswers<LearningMaterialsResponse>;
}

/**
 * Something to read for the worst gaps in the learner's knowledge; skipped where there are none, before anything else is
 * asked (spec FR-185). Throws what the signal says, what finding the folder throws, and what `askAgain` throws: messages of
 * those are for the learner.
 */
export async function researchMaterials(
  room: MindRoom,
  projectId: ProjectId,
  signal: AbortSignal,
  { kept = new KeptAnswers(0, room.now) }: ResearchOptions = {},
): Promise<Outcome<DashboardMaterials>> {
  const { store } = room.host;
  const gaps = await worstGaps(store);
  if (gaps.length === 0) return SKIPPED;
  if (!(await room.isOn('materials'))) return failed(TURNED_OFF);
  const advice = await room.models.whyNot('materials', projectId);
  if (advice !== undefined) return failed(advice);
  const techStack = await techStackOf(await room.host.folderOf(projectId));
  const asked = assembleUserMessage({ gaps, techStack, kataTitles: await kataTitles(room) });
  const stage = overallStage(await listAssessments(store));
  const answer = await kept.answer({
    projectId,
    asked: `${stage} ${asked}`,
    ask: () => ask(room, projectId, { stage, asked, signal }),
  });
  const topics = gaps.map(({ topic }) => topic);
  const materials = materialsIn(answer, topics);
  return materials.recommendations.length === 0 ? failed(NOTHING_USABLE) : found(materials);
}

async function kataTitles({ host }: MindRoom): Promise<string[]> {
  const query = host.store.selectFrom('coach_kata_specs').select('title').orderBy('created_at', 'desc');
  return (await query.limit(MAX_KATAS).execute()).map(({ title }) => title);
}

interface Asked {
  readonly stage: Stage;
  readonly asked: string;
  readonly signal: AbortSignal;
}

async function ask(
  { models }: MindRoom,
  projectId: ProjectId,
  { stage, asked, signal }: Asked,
): Promise<LearningMaterialsResponse> {
  signal.throwIfAborted();
  const { value } = await models.askAgain({
    callType: 'learning_materials',
    part: 'materials',
    model: 'sonnet',
    systemPrompt: systemPromptFor(stage),
    userMessage: asked,
    responseSchema,
    sessionId: null,
    projectId,
    maxTokens: MAX_TOKENS,
    tools: [WEB_SEARCH_TOOL],
    signal,
  });
  return value;
}
