import type { Response } from 'express';
import { expect, test } from 'vitest';
import { protectPage } from '../../src/coach/page/page-headers.js';

test('the page loads, sends and embeds nothing but what it needs', () => {
  const headers = new Map<string, string>();
  protectPage({ setHeader: (name: string, value: string) => headers.set(name, value) } as unknown as Response, 3100);
  expect(headers.get('Content-Security-Policy')?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self' ws://localhost:3100 ws://127.0.0.1:3100",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
});
