import { madeAnyway } from '../../generate/served.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

/** Nothing that `build` makes lies among the sources, where somebody might change it in vain. */
export function checkGenerated({ draft, project }: Subject): Finding[] {
  return madeAnyway(project, draft).map((file) => ({
    severity: 'error',
    file,
    message: 'exercise-kit build makes it; remove it here, or give yours another name',
  }));
}
