import { type MemoriesResponse, type Memory, MIND_ROUTES } from '@agent-factory/protocol/mind';
import type { Config } from '../../config.js';
import { tildify } from '../../home/paths.js';
import { askRoute } from '../client.js';
import { withMemories } from './home-memories.js';

export interface MemoriesWanted {
  /** What they are about; without it, the latest are listed. */
  readonly query?: string | undefined;
  /** The id of a project. */
  readonly project?: string | undefined;
  readonly limit: number;
}

/** `practice-server memories list`: what the coach remembers, and where that is kept. */
export function listMemories(config: Config, wanted: MemoriesWanted): Promise<number> {
  return withMemories(config, {
    async withDaemon(running) {
      const route = MIND_ROUTES.memories;
      const page = await askRoute(running, { ...route, path: `${route.path}?${queryOf(wanted)}` });
      return page === undefined ? 1 : show(config, page);
    },
    async withoutDaemon({ host, chromadbUrl }) {
      const { openMemories } = await import('@agent-factory/mind');
      const memories = openMemories({ host, chromadbUrl });
      try {
        return show(config, await memories.list(wanted));
      } finally {
        await memories.close();
      }
    },
  });
}

function queryOf({ query, project, limit }: MemoriesWanted): URLSearchParams {
  const words = {
    limit: String(limit),
    ...(query !== undefined && { query }),
    ...(project !== undefined && { project }),
  };
  return new URLSearchParams(words);
}

function show({ paths }: Config, { memories, total, kept }: MemoriesResponse): number {
  const where = kept === 'here' ? `here, in ${tildify(paths.database, paths.home)}` : 'in ChromaDB';
  const shown = memories.length < total ? ` ${memories.length} of them are shown; "memories export" prints all.` : '';
  const lines = [...memories.map(describe), `${total} ${total === 1 ? 'memory' : 'memories'}, kept ${where}.${shown}`];
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

function describe({ id, content, tags, importance, project, createdAt }: Memory): string {
  const head = [id, createdAt.slice(0, 10), importance, project, ...tags.map((tag) => `#${tag}`)];
  return `${head.map(plain).join('  ')}\n  ${plain(content)}`;
}

/** One line without anything that a terminal would obey: what is remembered may be anybody's words. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}
