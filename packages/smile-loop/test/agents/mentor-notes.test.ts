import { describe, expect, it } from 'vitest';
import { splitNotes } from '../../src/agents/mentor-notes.js';
import { markPaidService, needsPaidService } from '../../src/agents/paid-services.js';
import { isMentorsRefusal, isRefusal } from '../../src/agents/refusal.js';
import { capTokens, estimateTokens } from '../../src/agents/tokens.js';

const GAP = {
  quote: 'Run `psql`.',
  title: 'psql is not installed',
  missing: 'Nothing installs it.',
  fix: { kind: 'insert_before', text: 'Install it:\n```bash\napt install x\n```' },
  severity: 'high',
};

describe('a mentor’s answer', () => {
  it('has notes for the student, and a block for the author', () => {
    const split = splitNotes(`Install the client first.\n\n\`\`\`gap\n${JSON.stringify(GAP)}\n\`\`\`\n`);
    expect(split).toEqual({ notes: 'Install the client first.', gap: GAP, unresolvable: false });
  });

  it('may have a block that has to be repaired', () => {
    const split = splitNotes("Notes.\n```gap\n{quote: 'a', missing: 'b', fix: {kind: 'remove',},}\n```");
    expect(split.gap).toMatchObject({ quote: 'a', fix: { kind: 'remove', text: '' }, severity: 'medium' });
  });

  it.each([
    '```gap\n{"quote": 7}\n```',
    '```gap\nthe line is wrong\n```\nstill about the gap',
    '```gap\n{"quote":"a", "missing',
  ])('never shows a broken block to the student: %j', (block) => {
    const split = splitNotes(`Notes.\n${block}`);
    expect(split).toEqual({ notes: 'Notes.', unresolvable: false });
  });

  it('may have more words than fit, and words of its own for what is to be done', () => {
    const gapIn = (changes: object) =>
      splitNotes(`N.\n\`\`\`gap\n${JSON.stringify({ ...GAP, ...changes })}\n\`\`\``).gap;
    expect(gapIn({ title: 't'.repeat(201), missing: 'm'.repeat(2001) })).toMatchObject({
      title: 't'.repeat(200),
      missing: 'm'.repeat(2000),
      fix: GAP.fix,
    });
    expect(gapIn({ title: 7, missing: null, severity: 'HIGH' })).toMatchObject({
      title: '',
      missing: '',
      severity: 'high',
    });
    const kindOf = (kind: string) => gapIn({ fix: { kind, text: 't' } })?.fix.kind;
    expect(['insert', 'add', 'prepend', 'insert above', 'delete', 'rewrite'].map(kindOf)).toEqual([
      ...['insert_after', 'insert_after', 'insert_before', 'insert_before', 'remove', 'replace'],
    ]);
    const none = { kind: 'insert_after', text: '' };
    const long = { ...GAP.fix, text: 't'.repeat(10_001) };
    for (const changes of [
      { fix: 'none' },
      { fix: { kind: 'hm', text: 't' } },
      { fix: long },
      { quote: 'q'.repeat(2001) },
    ]) {
      expect(gapIn(changes)?.fix).toEqual(none);
    }
    expect(gapIn({ quote: 'q'.repeat(2001) })?.quote).toBe('q'.repeat(2000));
    expect(gapIn({ quote: '' })).toBeUndefined();
  });

  it('keeps other code', () => {
    const text = 'Try:\n```bash\nls\n```\nand\n```json\n{"port": 1}\n```';
    expect(splitNotes(text).notes).toBe(text);
  });

  it.each(['UNRESOLVABLE', '**UNRESOLVABLE**', 'UNRESOLVABLE: it costs money'])(
    '[smile-loop 6.3] [smile-loop 6.E3] may say by its last line that there is no way on: %s',
    (line) => {
      const split = splitNotes(`I looked everywhere.\n${line}\n\`\`\`gap\n${JSON.stringify(GAP)}\n\`\`\``);
      expect(split.unresolvable).toBe(true);
      expect(split.notes).toMatch(/^I looked everywhere\./);
      expect(split.notes).not.toContain('UNRESOLVABLE');
    },
  );

  it('may say so in its block, and have fences within it', () => {
    expect(splitNotes('No way.\n```gap\n{"unresolvable": true}\n```')).toMatchObject({
      ...{ notes: 'No way.', unresolvable: true },
    });
    const fix = { kind: 'insert_after', text: '```' };
    const block = JSON.stringify({ ...GAP, fix }, null, 2).replace('"```"', '"\n```\n"');
    const split = splitNotes(`Notes.\n\`\`\`gap\n${block}\n\`\`\``);
    expect(split).toMatchObject({ notes: 'Notes.', gap: { severity: 'high' } });
  });

  it('does not say so by a word in a sentence', () => {
    expect(splitNotes('This is not unresolvable at all.\nGo on.').unresolvable).toBe(false);
    for (const last of ['Unresolvable host names mean that you are offline.', 'UNRESOLVABLE names are listed.']) {
      expect(splitNotes(`Look.\n${last}`)).toEqual({ notes: `Look.\n${last}`, unresolvable: false });
    }
  });
});

describe('notes that are too long', () => {
  it('[smile-loop 6.E2] are cut at the end of a sentence, and say so', () => {
    const capped = capTokens('A sentence of some words. '.repeat(2000), 2000);
    expect(capped.cut).toBe(true);
    expect(estimateTokens(capped.text)).toBeLessThanOrEqual(2000);
    expect(capped.text).toMatch(/words\.\n\n\[The notes were cut here: they had more than 2000 tokens\.\]$/);
  });

  it('are cut at a word, or anywhere, where there is no sentence', () => {
    expect(estimateTokens(capTokens('word '.repeat(5000), 2000).text)).toBeLessThanOrEqual(2000);
    expect(encodeURIComponent(capTokens('😀'.repeat(5000), 2000).text)).toMatch(/^%F0%9F/);
  });

  it('are never cut within a character', () => {
    for (const begin of ['', 'a', 'aa']) {
      expect(() => encodeURIComponent(capTokens(begin + '😀'.repeat(5000), 2000).text)).not.toThrow();
      expect(() => encodeURIComponent(capTokens(begin + '😀'.repeat(5000), 2001).text)).not.toThrow();
    }
    expect(estimateTokens('中'.repeat(100))).toBeGreaterThanOrEqual(100);
  });

  it('are left as they are up to there', () => {
    expect(capTokens('Short.', 2000)).toEqual({ text: 'Short.', cut: false });
  });
});

describe('a service that costs money', () => {
  it.each([
    'You need a paid plan for this.',
    'Enter a credit card.',
    'Enable billing for the project.',
    'It is $20/month.',
  ])('[smile-loop 6.E4] is marked as a possible blocker: %s', (text) => {
    expect(needsPaidService(text)).toBe(true);
    expect(markPaidService(text)).toContain('cannot_complete');
  });

  it.each(['No credit card is needed.', 'You do not need a paid plan.', 'The free tier is enough.', 'Run ls.'])(
    'is not marked where there is none: %s',
    (text) => expect(markPaidService(text)).toBe(text),
  );
});

describe('a refusal', () => {
  it.each([
    "I'm sorry, but I can't help with that.",
    'I cannot assist with this request.',
    'I must decline. This goes against my guidelines.',
    'I won’t participate in this.',
    'It violates the usage policy.',
  ])('is told from its words: %s', (text) => expect(isRefusal(text)).toBe(true));

  it.each([
    "I can't find the file.",
    'I am sorry, the command failed again.',
    'I cannot continue with step 2: psql is missing.',
    'The new password violates the password policy.',
  ])('is not a step that fails: %s', (text) => expect(isRefusal(text)).toBe(false));

  it('is no refusal of a mentor that helps without giving all away', () => {
    expect(isMentorsRefusal("I'm sorry, but I can't help with that.")).toBe(true);
    for (const notes of [
      "I can't help you with the whole solution, but npm is missing.",
      "I can't help you with that step itself; look at line 3.",
      "I can't help with it in full. Run `npm install` first.",
    ]) {
      expect(isMentorsRefusal(notes)).toBe(false);
    }
  });
});
