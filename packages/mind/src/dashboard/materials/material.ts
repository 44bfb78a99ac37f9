import type { DashboardMaterials } from '@agent-factory/protocol/mind';
import type { LearningMaterialsResponse } from '../../prompts/learning-materials.js';
import { cut, oneLine } from '../texts.js';

type Recommendation = DashboardMaterials['recommendations'][number];
type Resource = Recommendation['resources'][number];
type Found = LearningMaterialsResponse['recommendations'][number];

/** What a card of the dashboard has room for, in UTF-16 units; and resources for one gap. */
const MAX_RESOURCES = 6;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 500;
const MAX_TIME = 60;
const MAX_ORDER = 800;
/** Browsers take more, but no page that one is sent to needs it. */
const MAX_URL = 2000;

/** What a model has found for the gaps it was asked about, in their order. What has no address that can be followed is left out. */
export function materialsIn(answer: LearningMaterialsResponse, topics: readonly string[]): DashboardMaterials {
  const recommendations = [...new Set(topics)].flatMap((topic) => {
    const one = answer.recommendations.find(({ knowledge_gap: gap }) => sameTopic(gap, topic));
    const resources = one?.resources.flatMap(resourceOf).slice(0, MAX_RESOURCES) ?? [];
    return one === undefined || resources.length === 0 ? [] : [recommendationOf(topic, one, resources)];
  });
  return { recommendations };
}

function recommendationOf(topic: string, found: Found, resources: Resource[]): Recommendation {
  const connection = oneLine(found.practice_connection ?? '', MAX_TITLE);
  return {
    knowledgeGap: topic,
    resources,
    studyOrder: cut(found.study_order.trim(), MAX_ORDER),
    practiceConnection: connection === '' ? null : connection,
  };
}

function resourceOf(found: Found['resources'][number]): Resource[] {
  const url = webAddress(found.url);
  if (url === undefined) return [];
  return [
    {
      type: found.type,
      title: oneLine(found.title, MAX_TITLE) || new URL(url).hostname,
      url,
      description: oneLine(found.description, MAX_DESCRIPTION),
      relevance: found.relevance,
      estimatedTime: oneLine(found.estimated_time, MAX_TIME),
    },
  ];
}

/**
 * The address if it is one of a page in the web: not a script, not a name and password for somebody, and nothing on this
 * machine or in its network, where a click could do harm.
 */
function webAddress(text: string): string | undefined {
  if (text.length > MAX_URL || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const isPublic = /^(?:[a-z\d-]+\.)+[a-z][a-z\d-]*$/.test(url.hostname) && !PRIVATE.test(url.hostname);
  return isWeb && isPublic && url.username === '' && url.password === '' ? url.href : undefined;
}

/** Names that only mean something on one machine, or in one network (RFC 6761, RFC 6762, RFC 8375). */
const PRIVATE = /\.(?:localhost|local|internal|lan|home\.arpa|test|invalid|example)$/;

/** Models repeat words well, and capitals and blanks less so. */
function sameTopic(one: string, other: string): boolean {
  const plain = (topic: string) => oneLine(topic, topic.length).toLowerCase();
  return plain(one) === plain(other);
}
