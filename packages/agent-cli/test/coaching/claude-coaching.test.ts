import { describe, expect, test } from 'vitest';
import { claudeCoaching } from '../../src/coaching/claude-coaching.js';
import { COACH_INSTRUCTIONS } from '../../src/index.js';

const server = { url: 'http://127.0.0.1:3100/mcp', secret: 's3cret' };

/** The value of an option. */
function valueAfter(args: readonly string[], option: string): string | undefined {
  return args[args.indexOf(option) + 1];
}

describe('Claude Code as a coach', () => {
  const { args, files, environment, links } = claudeCoaching(server, '/ours/session');

  test('reaches the coach’s server alone, by a file with the secret', () => {
    expect(valueAfter(args, '--mcp-config')).toBe('/ours/session/mcp.json');
    expect(args).toContain('--strict-mcp-config');
    expect(files.map(({ path, text }) => [path, JSON.parse(text)])).toEqual([
      [
        'mcp.json',
        {
          mcpServers: {
            coach: { type: 'http', url: server.url, headers: { Authorization: 'Bearer s3cret' }, alwaysLoad: true },
          },
        },
      ],
    ]);
    expect(links).toEqual([]);
  });

  test('has these tools of its own and no others, none of which reads a file, and is denied what writes or runs besides [workbench visibility]', () => {
    expect(valueAfter(args, '--tools')?.split(',')).toEqual([
      ...['WebFetch', 'WebSearch', 'AskUserQuestion', 'TodoWrite'],
      ...['ListMcpResourcesTool', 'ReadMcpResourceTool'],
    ]);
    expect(valueAfter(args, '--disallowedTools')?.split(',')).toEqual([
      ...['Edit', 'Write', 'NotebookEdit', 'Bash', 'PowerShell', 'Monitor', 'Agent', 'Skill'],
    ]);
  });

  test('is told by Git nothing of the project [workbench visibility]', () => {
    expect(environment).toEqual({ CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS: '1' });
  });

  test('uses the coach’s tools without a question, and knows what they are for', () => {
    expect(valueAfter(args, '--allowedTools')).toBe('mcp__coach');
    expect(args.slice(-2)).toEqual(['--append-system-prompt', COACH_INSTRUCTIONS]);
  });
});
