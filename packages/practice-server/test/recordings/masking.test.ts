import { fc, fuzz } from '@agent-factory/fuzzing';
import { describe, expect, test, vi } from 'vitest';
import { HeldPieces } from '../../src/recordings/secrets/held-pieces.js';
import { parseEnvironment, secretsOf } from '../../src/recordings/secrets/secrets-of.js';

const SECRET = 'sk-ant-0123';

/** What is recorded of these pieces. */
function recorded(pieces: readonly string[], secrets: readonly string[] = [SECRET]): string[] {
  const passed: string[] = [];
  const held = new HeldPieces(secrets);
  for (const piece of pieces) held.add(piece, 'printed', (masked) => passed.push(masked));
  held.end();
  return passed;
}

const cutAt = (text: string, at: number) => [text.slice(0, at), text.slice(at)];

describe('a secret in what is recorded', () => {
  const text = `key=${SECRET} and so on`;

  test('is masked wherever the text is cut into two or three', () => {
    for (let first = 0; first <= text.length; first += 1) {
      expect(recorded(cutAt(text, first)).join('')).toBe(`key=${'*'.repeat(SECRET.length)} and so on`);
      for (let second = first; second <= text.length; second += 1) {
        const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)];
        expect(recorded(pieces).join('')).toBe(`key=${'*'.repeat(SECRET.length)} and so on`);
      }
    }
  });

  test('is masked where it comes letter by letter, and each letter keeps its place', () => {
    expect(recorded([...text]).map((piece) => piece.length)).toEqual([...text].map(() => 1));
    expect(recorded([...text]).join('')).toBe(`key=${'*'.repeat(SECRET.length)} and so on`);
  });

  test.each([
    ['wraps at the edge of a drawn screen', 'sk-ant\x1b[12;1H-0123', '******\x1b[12;1H*****'],
    ['is coloured in the middle', 'sk-\x1b[1;31mant-01\x1b[0m23', '***\x1b[1;31m******\x1b[0m**'],
    ['wraps where it is typed into a shell', 'sk-ant \r-0123', '****** \r*****'],
    ['has a line end in it', 'sk-ant-\r\n0123', '*******\r\n****'],
    ['begins again in its middle', 'sk-ask-ant-0123', 'sk-a***********'],
    ['stands in a title', '\x1b]2;sk-ant-0123\x07', '\x1b]2;***********\x07'],
  ])('is masked where it %s', (_how, printed, masked) => {
    for (let at = 0; at <= printed.length; at += 1) expect(recorded(cutAt(printed, at)).join('')).toBe(masked);
  });

  test('is masked as far as it was printed, where the recording ends in it; a letter or two are no secret', () => {
    expect(recorded(['key=sk-ant']).join('')).toBe('key=******');
    expect(recorded(['task']).join('')).toBe('task');
  });

  test('is one of several, which may begin alike', () => {
    const secrets = ['password-1', 'password-12345', 'word-1-and-more'];
    expect(recorded(['password-12345 password-1-and-more'], secrets).join('')).toBe(
      '************** *******************',
    );
  });

  test('does not hold back what is not its beginning, and its beginning not for ever', () => {
    vi.useFakeTimers();
    try {
      const passed: string[] = [];
      const held = new HeldPieces([SECRET]);
      const add = (piece: string) => held.add(piece, 'printed', (masked) => passed.push(masked));
      add('nothing here');
      expect(passed).toEqual(['nothing here']);
      add('a prompt: s');
      add('k-an');
      expect(passed).toEqual(['nothing here']);
      vi.advanceTimersByTime(3000);
      expect(passed).toEqual(['nothing here', 'a prompt: s', 'k-an']);
      add('t-0123');
      expect(passed.at(-1)).toBe('******');
      held.end();
    } finally {
      vi.useRealTimers();
    }
  });

  test('keeps what is typed and what is printed in order, and apart', () => {
    const passed: string[] = [];
    const held = new HeldPieces([SECRET]);
    const add = (piece: string, stream: 'printed' | 'typed' | undefined) =>
      held.add(piece, stream, (masked) => passed.push(masked));
    for (const letter of SECRET) {
      add(letter, 'typed');
      add(letter, 'printed');
      add('80x24', undefined);
    }
    held.end();
    expect(passed).toEqual([...SECRET].flatMap(() => ['*', '*', '80x24']));
  });
});

fuzz({
  parser: 'masker',
  says: 'a secret is never recorded, and nothing else is changed, however the text is cut',
  input: fc.tuple(
    fc.string({ unit: fc.constantFrom(...'ab[m1;'), minLength: 8, maxLength: 12 }),
    fc.array(fc.string({ unit: fc.constantFrom(...'ab\r\n\x1b[1m ;é') }), { maxLength: 4 }),
    fc.array(fc.nat(60), { maxLength: 6 }),
  ),
  holds: ([secret, around, cuts]) => {
    const text = around.join(secret);
    const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
    const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
    const whole = recorded([text], [secret]).join('');
    const masked = recorded(pieces, [secret]).join('');
    expect(masked).toBe(whole);
    expect(masked.includes(secret)).toBe(false);
    expect(masked).toHaveLength(text.length);
    expect([...masked].every((char, index) => char === '*' || char === [...text][index])).toBe(true);
  },
});

describe('the secrets of an environment', () => {
  test('are values of names that sound like secrets, and passwords in addresses', () => {
    const environment = {
      ANTHROPIC_API_KEY: 'sk-ant-1234567890',
      MY_TOKEN: 'token-of-mine',
      DB_PASSWORD: 'correct horse',
      AWS_SECRET_ACCESS_KEY: 'aws-secret-key',
      GOOGLE_CREDENTIALS: 'credentials!',
      npm_config__auth: 'basic-auth-value',
      SHORT_TOKEN: 'short',
      HTTPS_PROXY: 'http://me:proxy-password@proxy:8080',
    };
    expect(secretsOf(environment).sort()).toEqual(
      [
        'sk-ant-1234567890',
        'token-of-mine',
        'correct horse',
        'aws-secret-key',
        'credentials!',
        'basic-auth-value',
        'proxy-password',
      ].sort(),
    );
  });

  test('are not where something is, how much of it there is, or what only sounds alike', () => {
    const environment = {
      HOME: '/home/student',
      PWD: '/home/student/work',
      SSH_AUTH_SOCK: '/tmp/ssh-XXXX/agent.1',
      MAX_TOKENS: '100000000',
      XKB_KEYBOARD: 'German, no dead keys',
      PATH: '/usr/bin:/bin',
    };
    expect(secretsOf(environment)).toEqual([]);
  });

  test('are read from what tmux prints, those of several lines, too', () => {
    const environment = parseEnvironment(['A=1', 'MY_KEY=-----BEGIN', 'second=line KEY', '-----END', '-HIDDEN']);
    expect(environment).toEqual({ A: '1', MY_KEY: '-----BEGIN', second: 'line KEY\n-----END\n-HIDDEN' });
    expect(parseEnvironment(['MY_KEY=first line', 'the rest', 'B=2'])).toEqual({
      MY_KEY: 'first line\nthe rest',
      B: '2',
    });
  });
});
