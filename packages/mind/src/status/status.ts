import { activeSession } from '@agent-factory/coach/store';
import type { ProjectId } from '@agent-factory/protocol/coach';
import { MIND_PARTS, type MindPart, type MindStatus } from '@agent-factory/protocol/mind';
import type { MindHost } from '../host.js';
import type { PaidModels } from '../model/models.js';
import type { Chosen } from '../settings/chosen.js';
import type { Settings } from '../settings/settings.js';
import { EXPLANATIONS, WITHOUT_MODEL } from './explanations.js';

/** As the contract has it at most; a sum is never shown as less than nothing. US dollars. */
const MAX_USD = 10_000;

export interface StatusSources {
  readonly host: Pick<MindHost, 'store'>;
  readonly settings: Settings;
  readonly models: PaidModels;
  /** Where memories are kept, and whether they are reached. */
  readonly memory: () => Promise<MindStatus['memory']>;
}

/** What the student has chosen, and where each part stands; the session's budget is that of the project, if one is named. */
export async function mindStatus(sources: StatusSources, projectId: ProjectId | null): Promise<MindStatus> {
  const { settings, models, host } = sources;
  const chosen = await settings.current();
  const reached = await models.reached(projectId);
  const session = projectId === null ? undefined : await activeSession(host.store, projectId);
  const spent = await models.spent(session?.id ?? null);
  const memory = await sources.memory();
  return {
    route: chosen.route,
    reached: typeof reached === 'string' ? reached : null,
    advice: [chosen.problem, typeof reached === 'string' ? undefined : reached.advice].filter(Boolean).join(' '),
    parts: await partsOf(chosen, models, { projectId, memory }),
    budget: {
      dayUsd: chosen.budget.dayUsd,
      sessionUsd: chosen.budget.sessionUsd,
      spentTodayUsd: shown(spent.today),
      spentSessionUsd: shown(spent.session),
      observerLastHourUsd: shown(spent.observerLastHour),
    },
    models: chosen.models,
    memory,
  };
}

interface Place {
  readonly projectId: ProjectId | null;
  readonly memory: MindStatus['memory'];
}

async function partsOf(chosen: Chosen, models: PaidModels, place: Place): Promise<MindStatus['parts']> {
  const entries = await Promise.all(
    MIND_PARTS.map(async (part) => {
      const enabled = chosen.parts[part];
      const why = part === 'memory' ? whyNoMemory(place.memory) : await models.whyNot(part, place.projectId);
      const works = enabled && why === undefined;
      return [part, { enabled, works, explanation: explanationOf(part, enabled, why) }] as const;
    }),
  );
  return Object.fromEntries(entries) as MindStatus['parts'];
}

/** Memories need no model to be kept and found. */
function whyNoMemory({ available, url }: MindStatus['memory']): string | undefined {
  if (available) return undefined;
  return `Memories cannot be reached${url === undefined ? '' : ` at ${url}`}. Start ChromaDB there, or take its address out of the settings.`;
}

function explanationOf(part: MindPart, enabled: boolean, why: string | undefined): string {
  if (!enabled) return `${EXPLANATIONS[part]} It is turned off, so nothing is sent; turn it on here.`;
  if (why === undefined) return EXPLANATIONS[part];
  return [EXPLANATIONS[part], `Just now it does not: ${why}`, WITHOUT_MODEL[part]].filter(Boolean).join(' ');
}

function shown(usd: number): number {
  return Math.min(MAX_USD, Math.max(0, Math.round(usd * 1e6) / 1e6));
}
