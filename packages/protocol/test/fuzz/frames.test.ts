import { fc, fuzz, jsonTexts, oddText, validDocuments } from '@agent-factory/fuzzing';
import {
  type ClientFrame,
  decodeClientText,
  decodeServerFrame,
  ERROR_CODES,
  encodeClientFrame,
  encodeServerFrame,
  endReasonSchema,
  MAX_COLS,
  MAX_PASTE_BYTES,
  MAX_ROWS,
  MIN_COLS,
  MIN_ROWS,
  type ServerFrame,
  viewerRoleSchema,
} from '@agent-factory/protocol';
import { expect } from 'vitest';

const size = { cols: fc.integer({ min: MIN_COLS, max: MAX_COLS }), rows: fc.integer({ min: MIN_ROWS, max: MAX_ROWS }) };
const bytes = fc.integer({ min: 1, max: MAX_PASTE_BYTES });
const typeOf = <T extends string>(type: T) => fc.constant(type);

const clientFrame: fc.Arbitrary<ClientFrame> = fc.oneof(
  fc.record({ type: typeOf('resize'), ...size }),
  fc.record({ type: typeOf('ping') }),
  fc.record({ type: typeOf('ack'), bytes: fc.maxSafeNat() }),
  fc.record({ type: typeOf('takeover') }),
  fc.record({ type: typeOf('paste'), bytes }),
  fc.record({ type: typeOf('paste_cancel') }),
);

const serverFrame: fc.Arbitrary<ServerFrame> = fc.oneof(
  fc.record({ type: typeOf('pong') }),
  fc.record({ type: typeOf('attached'), role: fc.constantFrom(...viewerRoleSchema.options), ...size }),
  fc.record({ type: typeOf('grid'), ...size }),
  fc.record({ type: typeOf('pasted'), bytes }),
  fc.record({ type: typeOf('session_ended'), reason: fc.constantFrom(...endReasonSchema.options) }),
  fc.record({
    type: typeOf('agent_exited'),
    agent: fc.stringMatching(/^[a-z][a-z0-9-]{0,31}$/),
    exitCode: fc.integer({ min: 0, max: 255 }),
    early: fc.boolean(),
    message: oddText,
    commands: fc.array(oddText, { maxLength: 3 }),
  }),
  fc.record({ type: typeOf('error'), code: fc.constantFrom(...ERROR_CODES), message: oddText }),
);

const clientTexts = jsonTexts([
  ...validDocuments('clientFrame'),
  { type: 'paste', bytes: 5 },
  { type: 'ack', bytes: 1 },
]);

fuzz({
  parser: 'client frames',
  says: 'each comes back as it was sent',
  input: clientFrame,
  holds: (frame) => expect(decodeClientText(encodeClientFrame(frame))).toEqual({ kind: 'control', frame }),
});

fuzz({
  parser: 'client frames',
  says: 'what is no control frame is typed as it is, and a control frame reads the same again',
  input: fc.oneof(clientTexts, oddText),
  holds: (text) => {
    const decoded = decodeClientText(text);
    if (decoded.kind === 'input') expect(decoded.text).toBe(text);
    else if (decoded.kind === 'invalid') expect(decoded.issues.length).toBeGreaterThan(0);
    // JSON has no zero below zero.
    else expect(JSON.stringify(decodeClientText(encodeClientFrame(decoded.frame)))).toBe(JSON.stringify(decoded));
  },
});

fuzz({
  parser: 'server frames',
  says: 'each comes back as it was sent',
  input: serverFrame,
  holds: (frame) => expect(decodeServerFrame(encodeServerFrame(frame))).toEqual({ ok: true, value: frame }),
});

fuzz({
  parser: 'server frames',
  says: 'whatever comes is a frame that reads the same again, or has issues',
  input: fc.oneof(jsonTexts(validDocuments('serverFrame')), oddText),
  holds: (text) => {
    const decoded = decodeServerFrame(text);
    if (decoded.ok) expect(decodeServerFrame(encodeServerFrame(decoded.value))).toEqual(decoded);
    else expect(decoded.issues.length).toBeGreaterThan(0);
  },
});
