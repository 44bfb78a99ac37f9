import { changedDocuments, fc, fuzz, oddText, validDocuments, wellFormed } from '@agent-factory/fuzzing';
import { CLOSE_CODES, type StartResponse } from '@agent-factory/protocol';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Agent } from '../fixtures/agent.js';
import { TestDaemon } from '../fixtures/daemon.js';

/** Reads whatever is typed, every control character too, and does nothing with it. */
const SWALLOWS: Agent = { run: "stty raw -echo; trap '' INT QUIT TSTP HUP; echo ready; exec cat > /dev/null" };
const KNOWN_CODES = [1000, 1005, 1006, 1007, ...Object.values(CLOSE_CODES).map(({ code }) => code)];
/** A connection with all its frames takes tens of milliseconds. */
const COST = 20;

let daemon: TestDaemon;
let started: StartResponse;
beforeAll(async () => {
  daemon = await TestDaemon.open({ agent: SWALLOWS });
  started = await daemon.start();
});
afterAll(() => daemon[Symbol.asyncDispose]());

const control = changedDocuments([
  ...validDocuments('clientFrame'),
  { type: 'paste', bytes: 3 },
  { type: 'ack', bytes: 0 },
]);
const frame = fc.oneof(
  { weight: 4, arbitrary: control.filter((text) => text.length < 100_000) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 100 }) },
);

fuzz({
  parser: 'terminal sockets',
  says: 'after any frames the connection is open or was closed with a code of the contract, and the daemon goes on',
  input: fc.tuple(fc.boolean(), fc.array(frame, { maxLength: 12 })),
  cost: COST,
  holds: async ([saysSize, frames]) => {
    using terminal = daemon.connect(started.wsUrl, saysSize ? {} : { size: null });
    await terminal.opened();
    for (const each of frames) {
      if (typeof each === 'string') terminal.sendText(each);
      else terminal.type(Buffer.from(each));
    }
    const { code } = await terminal.close();
    expect(KNOWN_CODES).toContain(code);
    expect((await daemon.request('/health')).status).toBe(200);
  },
});

const pathEnd = fc.oneof(
  fc.constantFrom('af-first-steps', 'af-other', '', '..', 'af-first-steps/x', '%00', '%'),
  oddText.map((text) => encodeURIComponent(wellFormed(text)).slice(0, 500)),
);

fuzz({
  parser: 'terminal sockets',
  says: 'nobody gets in without the ticket, however the address is written',
  input: fc.tuple(
    pathEnd,
    fc.oneof(
      fc.constantFrom('', '0'),
      oddText.map((text) => text.slice(0, 500)),
    ),
  ),
  cost: COST,
  holds: async ([path, ticket]) => {
    const { protocol, host } = new URL(started.wsUrl);
    const address = `${protocol}//${host}/terminal/${path}?ticket=${encodeURIComponent(wellFormed(ticket))}`;
    using terminal = daemon.connect(address);
    const { code } = await terminal.ended();
    expect([1006, CLOSE_CODES.ticket_invalid.code, CLOSE_CODES.session_not_found.code]).toContain(code);
    expect(terminal.receivedBytes).toBe(0);
  },
});
