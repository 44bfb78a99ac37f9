import type { ActionData, ResourceRequest, ToolName } from '@agent-factory/protocol/coach';

interface ToolWords {
  /** What it did, and what it tried to do. */
  readonly verb: readonly [did: string, tried: string];
  readonly rest: (path: string | undefined) => string;
}

const looked: ToolWords['verb'] = ['looked', 'look'];
const showed: ToolWords['verb'] = ['showed', 'show'];

/** What a call of each tool is, as the rest of a sentence that begins with the agent. */
const TOOL_WORDS: Readonly<Record<ToolName | ResourceRequest, ToolWords>> = {
  paige_get_buffer: { verb: looked, rest: (path = 'a file') => `at ${path}` },
  paige_get_open_files: { verb: looked, rest: () => 'at which files are open' },
  paige_get_diff: { verb: looked, rest: (path = 'all files') => `at what you changed in ${path}` },
  paige_get_session_state: { verb: looked, rest: (path) => (path ? `at ${path}` : 'at where you stand') },
  paige_open_file: { verb: ['opened', 'open'], rest: (path = 'a file') => `${path} for you` },
  paige_highlight_lines: { verb: ['marked', 'mark'], rest: (path = 'a file') => `lines in ${path}` },
  paige_clear_highlights: { verb: ['took', 'take'], rest: (path) => `its marks away${path ? ` in ${path}` : ''}` },
  paige_hint_files: { verb: ['pointed', 'point'], rest: (path = 'files') => `at ${path} in the tree` },
  paige_clear_hints: { verb: ['stopped', 'stop'], rest: () => 'pointing at files' },
  paige_update_phase: { verb: ['moved', 'move'], rest: () => 'the plan on' },
  paige_show_message: { verb: showed, rest: (path) => `you a message${path ? ` at ${path}` : ''}` },
  paige_show_issue_context: { verb: showed, rest: () => 'you the issue' },
  paige_run_coaching_pipeline: { verb: ['made', 'make'], rest: () => 'a plan with you' },
  paige_end_session: { verb: ['ended', 'end'], rest: () => 'the session' },
  'resources/list': { verb: ['listed', 'list'], rest: () => 'the files' },
  'resources/read': { verb: ['read', 'read'], rest: (path = 'a file') => `${path} as a resource` },
};

/** Tools of a later version. */
const UNKNOWN_VERB: ToolWords['verb'] = ['used', 'use'];

export function toolWords({ toolName = 'a tool', path, refused }: Partial<ActionData<'mcp_tool_call'>>): string {
  const known = Object.hasOwn(TOOL_WORDS, toolName) ? TOOL_WORDS[toolName as keyof typeof TOOL_WORDS] : undefined;
  const [did, tried] = known?.verb ?? UNKNOWN_VERB;
  const rest = known?.rest(path) ?? toolName;
  return refused === undefined ? `${did} ${rest}.` : `tried to ${tried} ${rest}, and was refused.`;
}
