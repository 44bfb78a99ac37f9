import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SOLUTION } from './classroom.js';

/** What a learner writes first: an agent that knows who it is and answers, and forgets what was said. */
const FORGETFUL = '        reply = self.model.reply([self.messages[0], self.messages[-1]])';
const WHOLE = '        reply = self.model.reply(self.messages)';

/** Half of the way: everything but the memory. */
export async function writeForgetfulAgent(workspace: string): Promise<void> {
  const solution = await readFile(join(SOLUTION, 'agent.py'), 'utf8');
  if (!solution.includes(WHOLE)) throw new Error('The solution no longer asks the model with its whole conversation');
  await writeFile(join(workspace, 'agent.py'), solution.replace(WHOLE, FORGETFUL));
}

/** The rest of the way. */
export async function giveItMemory(workspace: string): Promise<void> {
  const path = join(workspace, 'agent.py');
  await writeFile(path, (await readFile(path, 'utf8')).replace(FORGETFUL, WHOLE));
}
