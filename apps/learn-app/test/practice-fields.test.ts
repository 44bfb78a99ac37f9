import { describe, expect, it } from 'vitest';
import { practiceFields } from '../plugins/practice-fields';

describe('the addresses a site is built with', () => {
  it('leaves the daemon to be found, and takes the registry from the site itself', () => {
    expect(practiceFields({}, '/course/')).toEqual({ registryUrl: '/course/exercises/registry.json' });
  });

  it('take what the environment says', () => {
    const env = { PRACTICE_SERVER_URL: 'http://127.0.0.1:4000', PRACTICE_PORTS: '4000-4002' };
    expect(practiceFields(env, '/')).toMatchObject({
      serverUrl: 'http://127.0.0.1:4000',
      ports: { first: 4000, last: 4002 },
    });
  });

  it('name the endpoint that awards XP, where there is one', () => {
    const url = '/api/gamification/events';
    expect(practiceFields({ GAMIFICATION_URL: url }, '/')).toMatchObject({ gamification: { url } });
  });

  it('refuse a range that is none', () => {
    expect(() => practiceFields({ PRACTICE_PORTS: '3100' }, '/')).toThrow('PRACTICE_PORTS');
  });
});
