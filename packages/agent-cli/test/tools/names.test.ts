import { describe, expect, test } from 'vitest';
import { acpToolDetail } from '../../src/tools/acp-tools.js';
import { claudeToolDetail } from '../../src/tools/claude-tools.js';
import { codexToolDetail, isCodexTool } from '../../src/tools/codex-items.js';
import { geminiToolDetail } from '../../src/tools/gemini-tools.js';

/** Every object has something under these names. */
const NAMES = Object.getOwnPropertyNames(Object.prototype);

describe('a name that every object has', () => {
  test.each(NAMES)('is no tool and no status of an agent: %s', (name) => {
    expect(claudeToolDetail('t', name, {}).kind).toBe('other');
    expect(geminiToolDetail({ id: 't', name, status: name })).toEqual({ toolCallId: 't', kind: 'other', title: name });
    expect(acpToolDetail({ toolCallId: 't', kind: name, status: name })).toEqual({ toolCallId: 't', kind: 'other' });
    expect(isCodexTool({ id: 't', type: name })).toBe(false);
    expect(codexToolDetail({ id: 't', type: 'webSearch', status: name })).not.toHaveProperty('status');
  });
});
