import type { PracticeServer } from '../server/server.js';
import { keptPer } from '../store/kept-per.js';
import { Explainer } from './explainer.js';

const kept = keptPer<PracticeServer, Explainer>();

/** The one explainer of a project on this page: an explanation is there as long as the page is, or until the next one. */
export function explainerOf(server: PracticeServer, projectId: string): Explainer {
  return kept(server, projectId, () => new Explainer(projectId, server));
}
