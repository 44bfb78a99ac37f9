import { describe, expect, it } from 'vitest';
import { contentUrlOf } from '../src/lib/practice/content-url';

describe('the address of the exercises', () => {
  it('has the base path of the site, and no slash at the end', () => {
    expect(contentUrlOf('https://learn.example.org', '/course/')).toBe('https://learn.example.org/course');
  });

  it('is the origin alone for a site at its root', () => {
    expect(contentUrlOf('http://localhost:3000', '/')).toBe('http://localhost:3000');
  });
});
