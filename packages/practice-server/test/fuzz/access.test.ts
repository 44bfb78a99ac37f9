import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { fc, fuzz, oddText } from '@agent-factory/fuzzing';
import { PracticeError } from '@agent-factory/protocol';
import { expect } from 'vitest';
import { Guard } from '../../src/access/guard.js';
import { isOwnHost } from '../../src/access/hosts.js';
import { allowedOrigins, originOf } from '../../src/access/origins.js';
import { Peers } from '../../src/access/peers/peers.js';
import { sameSecret } from '../../src/access/secrets.js';

const PORT = 3100;
const ENDS = { remoteAddress: '127.0.0.1', remotePort: 50_000, localAddress: '127.0.0.1', localPort: PORT };
const CONNECTION = ENDS as Socket;
const TOKEN = 'a-token-of-thirty-two-characters';
const origins = allowedOrigins({ port: PORT, content: 'http://localhost:3000', extra: [] });
/** Connections of this user: what is asked here is what the headers are worth. */
const peers = new Peers({ uid: 1, owners: { ownerOf: () => ({ kind: 'user', uid: 1 }), close() {} } });
const guard = new Guard({ port: PORT, origins, token: TOKEN, peers, hasPass: () => false });

type Headers = Record<'host' | 'origin' | 'authorization', string | undefined>;

/** As Node hands it on, without a header that is missing. */
function requestWith(headers: Headers): IncomingMessage {
  const request = new IncomingMessage(CONNECTION);
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    request.headers[name] = value;
    request.headersDistinct[name] = [value];
  }
  return request;
}

const hostName = fc.constantFrom(
  'localhost',
  'LOCALHOST',
  '127.0.0.1',
  '[::1]',
  '127.1',
  '0.0.0.0',
  '127.0.0.1.example.test',
  'localhost.',
  'localhost.example.test',
  'example.test',
  'user@localhost',
  '[::1%lo]',
  '[0:0:0:0:0:0:0:1]',
);
const port = fc.oneof(
  fc.constantFrom('', ':', ':3100', ':03100', ':80', ':3101', ':3100:3100', ':3100/', ':-3100'),
  oddText,
);
const host = fc.oneof(
  fc.tuple(hostName, port).map((parts) => parts.join('')),
  oddText,
);

fuzz({
  parser: 'Host headers',
  says: 'one that is taken means this machine and our port to everyone who reads addresses',
  input: host,
  holds: (text) => {
    if (!isOwnHost(text, PORT)) return;
    const url = new URL(`http://${text}`);
    expect(['localhost', '127.0.0.1', '[::1]']).toContain(url.hostname);
    expect(url.port).toBe(String(PORT));
    expect(url.username + url.password).toBe('');
  },
});

const origin = fc.oneof(
  fc.constantFrom(...origins),
  fc.tuple(fc.constantFrom('http://', 'https://', 'HTTP://', 'file://', ''), host).map((parts) => parts.join('')),
  fc.constantFrom('null', 'http://localhost:3000/', 'http://localhost:3000 ', 'http://localhost:3000, http://x', ''),
);
const authorization = fc.oneof(
  fc.constant(`Bearer ${TOKEN}`),
  fc
    .tuple(
      fc.constantFrom('Bearer ', 'bearer ', 'Basic ', ''),
      fc.oneof(fc.constantFrom(TOKEN, `${TOKEN} `, TOKEN.slice(1)), oddText),
    )
    .map((parts) => parts.join('')),
);

fuzz({
  parser: 'Host and Origin headers',
  says: 'who is let in has our host, and either an origin of the list, letter for letter, or the token, letter for letter',
  input: fc.record({
    host: fc.option(host, { nil: undefined }),
    origin: fc.option(origin, { nil: undefined }),
    authorization: fc.option(authorization, { nil: undefined }),
  }),
  holds: async (headers) => {
    let caller: unknown;
    try {
      caller = await guard.authorize(requestWith(headers));
    } catch (error) {
      expect(error).toBeInstanceOf(PracticeError);
      return;
    }
    expect(isOwnHost(headers.host, PORT)).toBe(true);
    if (headers.origin === undefined) expect(headers.authorization?.replace(/^bearer /i, '')).toBe(TOKEN);
    else expect(origins).toContain(headers.origin);
    expect(caller).toMatchObject({ kind: headers.origin === undefined ? 'bearer' : 'page' });
  },
});

fuzz({
  parser: 'addresses of lessons',
  says: 'an origin is one of http or https, and is its own origin',
  input: fc.oneof(origin, oddText, fc.webUrl()),
  holds: (text) => {
    const own = originOf(text);
    if (own === undefined) return;
    expect(own).toMatch(/^https?:\/\/[^/]+$/);
    expect(originOf(own)).toBe(own);
  },
});

fuzz({
  parser: 'tickets and tokens',
  says: 'two are the same where they are, half characters and all',
  input: fc.tuple(oddText, oddText),
  holds: ([one, other]) => {
    expect(sameSecret(one, one)).toBe(true);
    expect(sameSecret(one, other)).toBe(one === other);
  },
});
