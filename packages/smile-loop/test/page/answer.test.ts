import { describe, expect, it } from 'vitest';
import { saidIn } from '../../src/page/view/answer.js';
import { MOMENT_MS, processorTime } from '../agents/processor-time.js';

const ANSWER = '{\n  "status": "completed"\n}';

describe('what a student says', () => {
  it.each([
    ['in a fence', `Done.\n\`\`\`json\n${ANSWER}\n\`\`\`\n`],
    ['in a fence without a language', `Done.\n\`\`\`\n${ANSWER}\`\`\``],
    ['without one', `Done.\n${ANSWER}\n`],
    ['below other objects', `Done.\n${'{}\n'.repeat(19)}${ANSWER}`],
  ])('is apart from the object by which it reports: %s', (_, text) => {
    const { words, answer } = saidIn(text);
    expect(words).toMatch(/^Done\.\n/);
    expect(answer).toBe(ANSWER);
  });

  it.each([
    ['no object', 'Done.'],
    ['another object', '```json\n{"port": 1}\n```'],
    ['a part of one', '{"status": "comp'],
    ['a fence that goes on', `\`\`\`json\n${ANSWER}\n\`\`\` and more`],
  ])('is all of it where there is none: %s', (_, text) => expect(saidIn(text)).toEqual({ words: text }));

  it.each([
    ['objects in each other', `${'{"a":\n'.repeat(100_000)}}`],
    ['fences', `${'```\n{}'.repeat(150_000)}x\`\`\``],
    ['fences without an end', '```\n{}'.repeat(150_000)],
  ])('is told in a moment, hostile as it may be: %s', (_, text) => {
    expect(processorTime(() => saidIn(text))).toBeLessThan(MOMENT_MS);
  });
});
