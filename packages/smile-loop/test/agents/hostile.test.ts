import { describe, expect, it } from 'vitest';
import { splitNotes } from '../../src/agents/mentor-notes.js';
import { isRefusal } from '../../src/agents/refusal.js';
import { TRIGGER_RULES } from '../../src/agents/trigger-rules.js';
import { classifyCommand, firedBy } from '../../src/agents/triggers.js';
import type { Command } from '../../src/contract/agents.js';
import { MOMENT_MS, processorTime } from './processor-time.js';

const FENCE = '```';

function failed(output: string): Command {
  return { command: 'make all', exitCode: 1, output, startedAtMs: 0, durationMs: 1, timedOut: false };
}

describe('a hostile output takes a moment', () => {
  it.each([
    ['folders', '/'.repeat(100_000)],
    ['shells', '/sh'.repeat(100_000)],
    ['underscores', `Call to undefined function ${'_'.repeat(100_000)}`],
    ['beginnings of a line of apt', "E: Package '".repeat(60_000)],
    ['beginnings of a line of pkg-config', "Package a', ".repeat(30_000)],
    ['codes of Node', 'ERR_MODULE_NOT_FOUND'.repeat(50_000)],
  ])('of many %s', (_, output) => {
    expect(processorTime(() => classifyCommand(failed(output)))).toBeLessThan(MOMENT_MS);
  });

  it('and is read once for each rule, however many commands have failed', () => {
    let reads = 0;
    const commands = Array.from({ length: 12 }, () =>
      Object.defineProperty(failed(''), 'output', {
        get() {
          reads += 1;
          return '';
        },
      }),
    );
    firedBy(commands, 3);
    expect(reads).toBeLessThanOrEqual(commands.length * TRIGGER_RULES.length);
  });
});

describe('a hostile answer takes a moment', () => {
  it.each([
    ['blocks', `${FENCE}json\n${FENCE}\n`.repeat(30_000)],
    ['blocks that end far below', `${`${FENCE}json\n${FENCE}\n`.repeat(30_000)}}\n${FENCE}`],
    ['strings in a list', `${FENCE}gap\n{${'"a":["'.repeat(60_000)}`],
    ['texts without an end', `${FENCE}gap\n{${`x:"y\n`.repeat(40_000)}`],
  ])('of many %s', (_, text) => {
    expect(processorTime(() => splitNotes(text))).toBeLessThan(MOMENT_MS);
  });

  it('of many errors', () => {
    expect(processorTime(() => isRefusal('API Error:'.repeat(100_000)))).toBeLessThan(MOMENT_MS);
    expect(isRefusal('API Error: 500\nAPI Error: API Error: it violates our Usage Policy')).toBe(true);
  });

  it('has its claim in its last block, whatever is before it', () => {
    const claim = { quote: 'q', title: 't', missing: 'm', fix: { kind: 'remove', text: '' }, severity: 'low' };
    const before = `${FENCE}json\n{}\n${FENCE}\n`.repeat(100).trim();
    const text = `${before}\n${FENCE}json\n${JSON.stringify(claim)}\n${FENCE}`;
    expect(splitNotes(text)).toEqual({ notes: before, gap: claim, unresolvable: false });
  });
});
