import { describe, expect, test } from 'vitest';
import {
  type ClientFrame,
  decodeClientText,
  decodeJson,
  decodeServerFrame,
  encodeClientFrame,
  encodeServerFrame,
  gridSizeSchema,
  type ServerFrame,
} from '../src/index.js';

describe('a text frame of a browser', () => {
  const frames: ClientFrame[] = [
    { type: 'resize', cols: 120, rows: 40 },
    { type: 'ping' },
    { type: 'ack', bytes: Number.MAX_SAFE_INTEGER },
    { type: 'takeover' },
    { type: 'paste_cancel' },
  ];

  test.each(frames)('$type comes back as it was sent', (frame) => {
    expect(decodeClientText(encodeClientFrame(frame))).toEqual({ kind: 'control', frame });
  });

  const typed = [
    '',
    'l',
    'ls -la\r',
    '\x03',
    '\x1b[A',
    '{',
    '{}',
    '{"a": 1}',
    '{"type": 1}',
    '{"type": null}',
    '{"type":',
    '{ping}',
    '[{"type": "ping"}]',
    '"ping"',
    'null',
    '42',
    ' {"type": "ping"}',
    '\n{"type": "ping"}',
    '{"type": "ping"} ls',
    '✓ é 你好',
    '\u0000',
  ];

  test('[practice-environment 3.2 typed-text] is typed text where it is no JSON object with a type', () => {
    for (const text of typed) expect(decodeClientText(text)).toEqual({ kind: 'input', text });
  });

  const malformed: Array<[string, string]> = [
    ['{"type": "resize"}', 'cols'],
    ['{"type": "resize", "cols": 0, "rows": 24}', 'cols'],
    ['{"type": "resize", "cols": 80, "rows": 1e9}', 'rows'],
    ['{"type": "ack", "bytes": 1.5}', 'bytes'],
    ['{"type": "ack", "bytes": 9007199254740993}', 'bytes'],
    ['{"type": ""}', 'type'],
    ['{"type": "pong"}', 'type'],
    ['{"type": "__proto__"}', 'type'],
  ];

  test('with a type and a mistake is invalid, and says where', () => {
    for (const [text, place] of malformed) {
      const decoded = decodeClientText(text);
      expect([text, decoded.kind]).toEqual([text, 'invalid']);
      if (decoded.kind === 'invalid') expect(decoded.issues.join()).toContain(`${place}: `);
    }
  });

  test('is decoded without its unknown fields', () => {
    expect(decodeClientText('{"type": "ping", "since": 1, "__proto__": {"x": 1}}')).toEqual({
      kind: 'control',
      frame: { type: 'ping' },
    });
  });

  test('never makes the decoder throw, whatever it is', () => {
    const pieces = ['{', '}', '[', '"type"', ':', '"resize"', ',', '"cols"', '1', '\\', '\ud800', ' ', 'null', '-'];
    let seed = 1;
    const next = (): number => (seed = (seed * 48_271) % 2_147_483_647);
    for (let count = 0; count < 5000; count += 1) {
      const text = Array.from({ length: next() % 12 }, () => pieces[next() % pieces.length]).join('');
      expect(['control', 'invalid', 'input']).toContain(decodeClientText(text).kind);
      expect(typeof decodeServerFrame(text).ok).toBe('boolean');
    }
  });
});

describe('a text frame of the daemon', () => {
  const frames: ServerFrame[] = [
    { type: 'pong' },
    { type: 'attached', role: 'writer', cols: 80, rows: 24 },
    { type: 'session_ended', reason: 'timeout' },
    { type: 'agent_exited', agent: 'claude', exitCode: 0, early: false, message: 'It has ended.', commands: [] },
    { type: 'error', code: 'paste_failed', message: 'It did not arrive.' },
  ];

  test.each(frames)('$type comes back as it was sent', (frame) => {
    expect(decodeServerFrame(encodeServerFrame(frame))).toEqual({ ok: true, value: frame });
  });

  test('of a newer daemon, or broken, comes back as issues', () => {
    for (const text of ['', '{', 'null', '[]', '{"type": "nudge"}', '{"type": "session_ended"}']) {
      const outcome = decodeServerFrame(text);
      expect([text, outcome.ok]).toEqual([text, false]);
      if (!outcome.ok) expect(outcome.issues.length).toBeGreaterThan(0);
    }
  });
});

test('text that is no JSON, or JSON of another shape, gives issues that a person can read', () => {
  expect(decodeJson(gridSizeSchema, '{')).toEqual({ ok: false, issues: ['not JSON'] });
  expect(decodeJson(gridSizeSchema, '{"cols": 80}')).toEqual({ ok: false, issues: [expect.stringMatching(/^rows: /)] });
  expect(decodeJson(gridSizeSchema, '[]')).toEqual({ ok: false, issues: [expect.stringMatching(/expected object/i)] });
  expect(decodeJson(gridSizeSchema, '{"cols": 80, "rows": 24}')).toEqual({ ok: true, value: { cols: 80, rows: 24 } });
});
