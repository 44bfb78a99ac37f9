import { join } from 'node:path';
import { filesBelow, readTextIfThere } from '../../content/files.js';
import { CHECKS_FOLDER, CONFIG_FILE, STARTER_FOLDER, TUTOR_FILE } from '../../content/names.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

/** Programs that the practice server can tell students how to install. */
const KNOWN = [
  'bash',
  'curl',
  'docker',
  'gcc',
  'git',
  'go',
  'jq',
  'make',
  'node',
  'npm',
  'npx',
  'pip3',
  'python3',
  'sqlite3',
  'uv',
];
/** By ending: the program that runs such a file. */
const INTERPRETERS = { '.py': 'python3', '.mjs': 'node', '.js': 'node', '.cjs': 'node', '.ts': 'node' };

/** What the exercise needs is declared, and what is declared is needed. */
export function checkPrerequisites(subject: Subject): Finding[] {
  const { prerequisites } = subject.config;
  const needed = neededPrograms(subject);
  return [
    ...needed.filter((name) => !prerequisites.includes(name)).map((name) => error(`"${name}" is used, but not listed`)),
    ...prerequisites
      .filter((name) => !KNOWN.includes(name))
      .map((name) =>
        warning(`found "${name}", which students are not told how to install; known are: ${KNOWN.join(', ')}`),
      ),
    ...prerequisites
      .filter((name) => !needed.includes(name) && !isMentioned(subject, name))
      .map((name) => warning(`"${name}" is listed, but nothing uses it`)),
  ];
}

/** Interpreters of the files, and programs of declared checks. */
function neededPrograms({ draft, config }: Subject): string[] {
  const { verification } = config;
  const files = [
    ...filesBelow(join(draft.dir, STARTER_FOLDER)),
    ...(verification?.type === 'script' ? [verification.script, ...verification.files] : []),
  ];
  const interpreters = files.flatMap((file) =>
    Object.entries(INTERPRETERS).flatMap(([end, name]) => (file.endsWith(end) ? [name] : [])),
  );
  const commands =
    verification?.type === 'checks'
      ? verification.checks.flatMap((check) => ('command' in check && check.command?.[0] ? [check.command[0]] : []))
      : [];
  return [...new Set([...interpreters, ...commands.filter((name) => KNOWN.includes(name))])].sort();
}

function isMentioned({ draft, config }: Subject, name: string): boolean {
  const word = new RegExp(`(^|[^\\w-])${name.replaceAll(/[.+]/g, '\\$&')}($|[^\\w-])`);
  const files = [...filesBelow(draft.dir)].filter((path) => isUsed(path));
  return [...config.workspace.setupCommands, ...files.map((path) => readTextIfThere(join(draft.dir, path)) ?? '')].some(
    (text) => word.test(text),
  );
}

function isUsed(path: string): boolean {
  return (
    path === TUTOR_FILE ||
    path.endsWith('.sh') ||
    [STARTER_FOLDER, CHECKS_FOLDER].some((folder) => path.startsWith(`${folder}/`))
  );
}

const at = 'prerequisites';
const error = (message: string): Finding => ({ severity: 'error', file: CONFIG_FILE, at, message });
const warning = (message: string): Finding => ({ severity: 'warning', file: CONFIG_FILE, at, message });
