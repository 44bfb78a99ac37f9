import { describe, expect, test } from 'vitest';
import { judge, type Said } from '../../src/tutor/judge/judge.js';
import { secretLines } from '../../src/tutor/judge/secrets.js';

const SOLUTION = `import json

def total(prices, kind="fruit"):
    # adds them up
    sum_of_all = 0
    for price in prices:
        if price["kind"] == kind:
            sum_of_all += price["amount"]
    return round(sum_of_all, 2)

print(total(load("prices.json")))
`;
const STARTER = 'import json\n\ndef total(prices, kind="fruit"):\n    pass\n\nprint(total(load("prices.json")))\n';
const OWN = [
  'sum_of_all = 0',
  'for price in prices:',
  'if price["kind"] == kind:',
  'sum_of_all += price["amount"]',
  'return round(sum_of_all, 2)',
];
const NOTHING: Said = { message: [], tool: [], file: [] };

async function verdict(said: Partial<Said>, student: readonly string[] = []) {
  return judge(await secretLines([SOLUTION], [STARTER]), { ...NOTHING, ...said }, student);
}

const lines = SOLUTION.split('\n').filter((line) => line.trim() !== '');
const each = (change: (line: string, index: number) => string) => lines.map(change).join('\n');
const hex = (text: string) => Buffer.from(text).toString('hex');
const rot13 = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const all = 'abcdefghijklmnopqrstuvwxyz';
    const turned = all[(all.indexOf(letter.toLowerCase()) + 13) % 26] ?? '';
    return letter === letter.toLowerCase() ? turned : turned.toUpperCase();
  });

describe('[exercises 6 tutor-judge] the whole solution is told', () => {
  test.for<[string, string]>([
    ['as it is', SOLUTION],
    ['in a block with words around it', `Here:\n\`\`\`python\n${SOLUTION}\`\`\`\nClear?`],
    ['indented otherwise', each((line) => `\t${line.trim()}`)],
    ['with other quotation marks', SOLUTION.replaceAll('"', "'")],
    ['with typographic quotation marks', SOLUTION.replaceAll('"', '”')],
    ['as comments', each((line) => `# ${line}`)],
    ['as comments of another language', each((line) => `// ${line}`)],
    ['as comments that wrap', SOLUTION.replace(/(.{12})/g, '$1\n# ')],
    ['as a diff', each((line) => `+${line}`)],
    ['numbered', each((line, index) => `${index + 1}. ${line}`)],
    ['quoted', each((line) => `> ${line}`)],
    ['as a list of expected strings', `expected = ${JSON.stringify(lines)}`],
    ['as one string', `text = ${JSON.stringify(SOLUTION)}`],
    ['as a command that writes it', `cat > total.py <<'END'\n${SOLUTION}END`],
    ['spelled', [...SOLUTION].join(' ')],
    ['line by line, between words', each((line) => `Then you write\n    ${line}\nand think about it.\n`)],
    ['backwards', [...SOLUTION].reverse().join('')],
    ['backwards, each line for itself', each((line) => [...line].reverse().join(''))],
    ['in base64', Buffer.from(SOLUTION).toString('base64')],
    [
      'in base64 that wraps',
      Buffer.from(SOLUTION)
        .toString('base64')
        .replace(/(.{40})/g, '$1\n'),
    ],
    [
      'in base64, quoted',
      Buffer.from(SOLUTION)
        .toString('base64')
        .replace(/(.{40})/g, '$1\n> '),
    ],
    ['in base64, line by line', each((line) => `- ${Buffer.from(line).toString('base64')}`)],
    ['in hexadecimal digits', hex(SOLUTION)],
    ['in bytes', hex(SOLUTION).replace(/../g, '0x$&, ')],
    ['in letters moved by thirteen', rot13(SOLUTION)],
    ['as an address has it', encodeURIComponent(SOLUTION)],
    ['in escapes', [...SOLUTION].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')],
    ['as a page has it', SOLUTION.replaceAll('"', '&quot;').replaceAll('>', '&gt;')],
  ])('%s', async ([, said]) => {
    const { told, leak } = await verdict({ message: [said] });
    expect(told.map(({ line }) => line)).toEqual(OWN);
    expect(leak).toEqual({ lines: 5, inRow: 5, of: 5 });
  });
});

describe('[exercises 6 tutor-judge] where it is told', () => {
  test('is in messages that follow each other, in what tools are to do, and in files', async () => {
    const { told, leak } = await verdict({
      message: ['First: sum_of_all = 0', 'Then: for price in prices:'],
      tool: ['if price["kind"] == kind:'],
      file: [SOLUTION],
    });
    expect(told.map(({ where }) => where)).toEqual(['message', 'message', 'tool', 'file', 'file']);
    expect(leak).toMatchObject({ lines: 5 });
  });
});

describe('[exercises 6 tutor-judge] nothing is given away by', () => {
  test.for<[string, string]>([
    ['questions', 'Which of the prices do you want to add? What has the sum to be before the first of them?'],
    ['the starter', STARTER],
    ['comments of the solution', '# adds them up'],
    ['what everybody writes', 'import json\nelse:\n}\nreturn x\nfrom json import load'],
    ['a loop over something else', 'for cup in cups:\n    if cup["size"] == size:\n        count += cup["size"]'],
    ['names', 'You need `sum_of_all`, `price["amount"]` and `round`.'],
    ['the start of a line', 'A line that begins with `for price` comes first.'],
    ['a key in base64 that is none of it', Buffer.from('Well done, you have found out!').toString('base64')],
  ])('%s', async ([, said]) => {
    expect(await verdict({ message: [said] })).toEqual({ told: [], leak: undefined });
  });

  test('one line, which is told all the same', async () => {
    const { told, leak } = await verdict({ message: ['Perhaps `for price in prices:` is the next thing?'] });
    expect(told).toEqual([{ line: 'for price in prices:', where: 'message' }]);
    expect(leak).toBeUndefined();
  });

  test('what the student has said before', async () => {
    expect(await verdict({ message: [`You wrote:\n${SOLUTION}`] }, [`Is this right?\n${SOLUTION}`])).toEqual({
      told: [],
      leak: undefined,
    });
  });

  test('a solution without lines of its own', async () => {
    const secrets = await secretLines([STARTER], [STARTER]);
    expect(await judge(secrets, { ...NOTHING, message: [STARTER] }, [])).toEqual({ told: [], leak: undefined });
  });
});
