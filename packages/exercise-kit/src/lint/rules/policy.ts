import { join } from 'node:path';
import { commentsIn, importsIn, MAX_INSTRUCTION_BYTES } from '@agent-factory/agent-cli';
import type { ExerciseConfig } from '@agent-factory/protocol';
import { readTextIfThere } from '../../content/files.js';
import { CONFIG_FILE, POLICY_FILE, TUTOR_FILE } from '../../content/names.js';
import { instructions } from '../../generate/instructions.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

/** The tutor's instructions reach the model of every AI CLI as they are written, to the last line. */
export function checkPolicy({ draft, config, project }: Subject): Finding[] {
  const sources: [file: string, text: string][] = [
    [TUTOR_FILE, readTextIfThere(join(draft.dir, TUTOR_FILE)) ?? ''],
    [`../${POLICY_FILE}`, readTextIfThere(join(project.exercises, POLICY_FILE)) ?? ''],
    [CONFIG_FILE, wordsOf(config)],
  ];
  const changed = sources.flatMap(([file, text]) => changedIn(text).map((message) => error(file, message)));
  return [...changed, ...cutOff(instructions(project, draft.id, config) ?? '')];
}

/** What of the config is in the instructions. */
function wordsOf({ title, criteria, stages }: ExerciseConfig): string {
  return [title, ...stages, ...criteria.flatMap(({ title, stage = '', hints = [] }) => [title, stage, ...hints])].join(
    '\n',
  );
}

function changedIn(text: string): string[] {
  return [
    ...importsIn(text).map(
      (found) => `found "${found}", which tutors take for a file to read; put it in backquotes, as code`,
    ),
    ...commentsIn(text).map(
      (found) => `found the comment "${found.slice(0, 40)}", which some tutors never see; remove it`,
    ),
  ];
}

function cutOff(text: string): Finding[] {
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_INSTRUCTION_BYTES) return [];
  const message = `with the shared rules and the hints, the tutor's instructions have ${bytes} bytes; AI CLIs read the first ${MAX_INSTRUCTION_BYTES}`;
  return [error(TUTOR_FILE, message)];
}

const error = (file: string, message: string): Finding => ({ severity: 'error', file, message });
