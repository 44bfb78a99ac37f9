import { madeAnyway } from '../../generate/served.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

/** No file that `build` makes is among the sources, where somebody might edit it in vain. */
export function checkGenerated({ draft, project }: Subject): Finding[] {
  return madeAnyway(project, draft).map((file) => ({
    severity: 'error',
    file,
    message: 'exercise-kit build makes it; remove it here, or rename yours',
  }));
}
