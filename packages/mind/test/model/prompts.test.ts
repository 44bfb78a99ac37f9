import { readdirSync } from 'node:fs';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import { expect, test } from 'vitest';

const FOLDER = new URL('../../src/prompts/', import.meta.url);
/** What several prompts are made of. */
const PARTS = ['untrusted.ts'];
const modules = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && !PARTS.includes(name));

test.each(modules)(
  '%s has a system prompt, the form of the answer, and what puts the question together [coaching-backend FR-094]',
  async (name) => {
    const { SYSTEM_PROMPT, responseSchema, assembleUserMessage } = await import(new URL(name, FOLDER).href);
    expect(SYSTEM_PROMPT).toEqual(expect.any(String));
    expect(assembleUserMessage).toEqual(expect.any(Function));
    // Throws for what no constrained decoding can promise.
    expect(zodOutputFormat(responseSchema)).toMatchObject({ type: 'json_schema', schema: { type: 'object' } });
  },
);
