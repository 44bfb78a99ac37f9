import { findLesson } from '../../content/lesson.js';
import { CONFIG_FILE } from '../../content/names.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

/** The lesson and the next exercise have to exist. */
export function checkLinks({ config, others, project }: Subject): Finding[] {
  const findings: Finding[] = [];
  const { lessonPath, next } = config;
  if (lessonPath !== undefined && project.docs === undefined) {
    findings.push(warning('lessonPath', 'not looked up, because there is no folder of lessons. Name it with --docs'));
  } else if (lessonPath !== undefined && findLesson(project.docs ?? '', lessonPath) === undefined) {
    findings.push(error('lessonPath', `found "${lessonPath}", but there is no lesson ${lessonPath}.md below docs`));
  }
  if (next !== undefined && !others.some(({ id }) => id === next)) {
    const ids = others.map(({ id }) => id).join(', ');
    findings.push(error('next', `found "${next}", which is not an exercise here; there are: ${ids}`));
  }
  return findings;
}

const error = (at: string, message: string): Finding => ({ severity: 'error', file: CONFIG_FILE, at, message });
const warning = (at: string, message: string): Finding => ({ severity: 'warning', file: CONFIG_FILE, at, message });
