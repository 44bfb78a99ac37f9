import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { reportResult } from '../../src/wrapper/report-result.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const RESULT = { kind: 'refusal' as const, text: 'no', commands: [] };

describe('a report', () => {
  it('is tried again until the loop has it, with the secret', async () => {
    const seen: string[] = [];
    const origin = await serving((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      if (seen.length === 1) request.socket.destroy();
      else if (seen.length === 2) response.writeHead(503).end();
      else response.end();
    });
    await reportResult({ role: 'student', result: RESULT, origin, secret: 's' }, [1, 1, 1]);
    expect(seen).toEqual(Array.from({ length: 3 }, () => 'POST /api/student/result Bearer s'));
  });

  it('is not tried again where it was refused', async () => {
    const seen: unknown[] = [];
    const origin = await serving((request, response) => {
      seen.push(request.url);
      response.writeHead(401).end();
    });
    const reported = reportResult({ role: 'mentor', result: RESULT, origin, secret: 's' }, [1, 1, 1]);
    await expect(reported).rejects.toThrow('status 401');
    expect(seen).toEqual(['/api/mentor/result']);
  });

  it('waits before each further attempt', async () => {
    const reported = reportResult({ role: 'mentor', result: RESULT, origin: 'http://127.0.0.1:9', secret: 's' }, [60]);
    const before = performance.now();
    await expect(reported).rejects.toThrow();
    expect(performance.now() - before).toBeGreaterThan(50);
  });

  it('fails where nobody answers', async () => {
    const reported = reportResult({ role: 'mentor', result: RESULT, origin: 'http://127.0.0.1:9', secret: 's' }, [1]);
    await expect(reported).rejects.toThrow('could not be reported');
  });
});
