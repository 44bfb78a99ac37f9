import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);

function read(path: string) {
  return JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'));
}

it('[practice-environment 7.1 exercises] chapters 33 and 34 have three exercises or more, each with a lesson and a check', () => {
  const { exercises } = read('exercises/registry.json') as { exercises: { id: string; lessonPath: string }[] };
  const first = exercises.filter(({ lessonPath }) => /\/3[34]-/.test(lessonPath));
  expect(first.length).toBeGreaterThanOrEqual(3);
  expect(new Set(first.map(({ lessonPath }) => lessonPath.split('/')[1])).size).toBe(2);
  for (const { id, lessonPath } of first) {
    const lesson = ['md', 'mdx'].some((type) => existsSync(new URL(`apps/learn-app/docs/${lessonPath}.${type}`, ROOT)));
    const { verification } = read(`exercises/dist/${id}/config.json`);
    expect([id, lesson, verification.script]).toEqual([id, true, expect.stringMatching(/^verify\.(sh|py)$/)]);
    expect(existsSync(new URL(`exercises/dist/${id}/${verification.script}`, ROOT))).toBe(true);
  }
});
