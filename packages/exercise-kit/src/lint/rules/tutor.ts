import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readTextIfThere } from '../../content/files.js';
import { POLICY_FILE, TUTOR_FILE } from '../../content/names.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

/** Headings that are generated from config.json. */
const GENERATED_HEADINGS = /^## (Progressive Hints|Success Criteria)\s*$/m;

/** The tutor's instructions have two sources, and neither repeats the other. */
export function checkTutor({ draft, project }: Subject): Finding[] {
  const text = readTextIfThere(join(draft.dir, TUTOR_FILE));
  if (text === undefined || text.trim() === '') {
    return [error('missing or empty; write what is special to this subject; the shared rules are added')];
  }
  const findings: Finding[] = [];
  if (!existsSync(join(project.exercises, POLICY_FILE))) {
    findings.push(error(`the shared rules ../${POLICY_FILE} are missing; "exercise-kit new" writes them`));
  }
  if (/^# /m.test(withoutCode(text))) findings.push(error('found a heading "# …"; the title comes from config.json'));
  const generated = GENERATED_HEADINGS.exec(withoutCode(text));
  if (generated !== null) findings.push(error(`found "${generated[0].trim()}"; that part comes from config.json`));
  return findings;
}

const error = (message: string): Finding => ({ severity: 'error', file: TUTOR_FILE, message });

/** A comment in a code block looks like a heading. */
function withoutCode(text: string): string {
  return text.replaceAll(/^```.*?^```/gms, '');
}
