import { PracticeError } from '@agent-factory/protocol';
import type { MindToolName, ToolInput, ToolOutput } from '@agent-factory/protocol/coach';
import type { Workplace } from '../workplace/workplace.js';

/** A tool that needs thought. */
export function askMind<Name extends MindToolName>(name: Name) {
  return async (workplace: Workplace, input: ToolInput<Name>): Promise<ToolOutput<Name>> => {
    const mind = await workplace.mind.load();
    if (mind !== undefined) return mind.callTool(name, input, workplace);
    throw new PracticeError('not_implemented', `This version does not do ${name}. Go on without it.`, { type: name });
  };
}
