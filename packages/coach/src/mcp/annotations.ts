import { COACH_TOOLS, MIND_TOOLS, type ToolName } from '@agent-factory/protocol/coach';
import type { ToolAnnotations } from '@modelcontextprotocol/server';

/** Tools that leave more behind each time: a mark, or a message. The others do the same however often they are called. */
const ADDING: readonly ToolName[] = ['paige_highlight_lines', 'paige_show_message', 'paige_run_coaching_pipeline'];

/** What a client may tell its user of a tool, or ask them before it is called. Only those of the mind ask a model elsewhere. */
export function annotationsOf(name: ToolName): ToolAnnotations {
  return {
    readOnlyHint: COACH_TOOLS[name].looks,
    destructiveHint: false,
    idempotentHint: !ADDING.includes(name),
    openWorldHint: MIND_TOOLS.some((tool) => tool === name),
  };
}
