import { createServer } from 'node:http';
import { listenOnLoopback } from '../../machine/loopback.js';

/** A page of the real site, which has an exercise. */
export const LESSON = '/docs/Building-Custom-Agents/your-first-agents/your-first-agent';

/** Its exercise. */
export const EXERCISE = 'ch34-first-agent';

/** More than the largest row starts. */
const EXERCISES = 128;
/** As many and as large as those of a real exercise. */
const STARTER_FILES = 6;
const STARTER_BYTES = 3000;

/** A check that costs next to nothing, so that what is measured is everything around it. */
export const CHECK_SCRIPT = `#!/bin/sh
printf '{"criteria":[{"name":"The check ran","passed":true}]}\\n'
`;

/** A lesson site whose exercises are all alike, served from memory. */
export interface Lessons extends AsyncDisposable {
  /** Also the site's origin. */
  readonly url: string;
}

/** Ids of all its exercises. */
export const EXERCISE_IDS = Array.from({ length: EXERCISES }, (_, n) => `exercise-${n}`);

export async function serveLessons(): Promise<Lessons> {
  const server = createServer((request, response) => {
    const content = contentOf(request.url ?? '');
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(content);
  });
  const url = await listenOnLoopback(server);
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function contentOf(path: string): string | undefined {
  if (path === '/exercises/registry.json') return JSON.stringify(registry());
  const [, id = '', file = ''] = /^\/exercises\/([a-z0-9-]+)\/(.+)$/.exec(path) ?? [];
  if (file === 'config.json') return JSON.stringify(configOf(id));
  if (file === 'verify.sh') return CHECK_SCRIPT;
  if (file === 'CLAUDE.md') return '# Tutor\nGreet the student and ask what they see.\n'.repeat(40);
  return file.startsWith('starter/') ? `# ${file}\n`.padEnd(STARTER_BYTES, 'print("practice")\n') : undefined;
}

function registry(): object {
  const common = { difficulty: 'beginner', estimatedMinutes: 20, xpReward: 100 };
  return {
    version: '1.0',
    exercises: EXERCISE_IDS.map((id) => ({ id, title: id, lessonPath: `lessons/${id}`, ...common })),
  };
}

function configOf(id: string): object {
  const starterFiles = Array.from({ length: STARTER_FILES }, (_, n) => `step_${n}.py`);
  return {
    id,
    version: '1.0.0',
    title: id,
    workspace: { starterFiles, setupCommands: [] },
    verification: { type: 'script', script: 'verify.sh', files: [], timeout: 30 },
  };
}
