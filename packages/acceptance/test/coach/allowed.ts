import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeBelow, writeJson } from '../../src/agents/homes/write-file.js';
import type { AgentProgram } from '../../src/machine/programs.js';
import type { Student } from '../../src/student.js';

/** A model of Codex that patches files, and runs programs that use its tools. */
const CODEX_MODEL = 'gpt-6.1-sol';

/** A student who has allowed their agent to write and to run whatever it wants. */
export const ALLOWED: Readonly<Record<AgentProgram, (student: Student) => Promise<void>>> = {
  claude: ({ home }) => {
    const permissions = { allow: ['Edit', 'Write', 'Bash', 'Monitor'], defaultMode: 'acceptEdits' };
    return writeJson(join(home, '.claude', 'settings.json'), { permissions });
  },
  codex: async ({ home }) => {
    const path = join(home, '.codex', 'config.toml');
    const config = (await readFile(path, 'utf8')).replace(/^model = .*$/m, `model = "${CODEX_MODEL}"`);
    await writeBelow(path, `approval_policy = "never"\nsandbox_mode = "danger-full-access"\n${config}`);
  },
  gemini: ({ home }) => {
    const rule = '[[rule]]\ntoolName = "*"\ndecision = "allow"\npriority = 999\n';
    return writeBelow(join(home, '.gemini', 'policies', 'all.toml'), rule);
  },
};
