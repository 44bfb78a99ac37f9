import { readFile, statfs } from 'node:fs/promises';
import { ifThere, systemCode } from '@agent-factory/exercise-runtime';
import { decodeJson, discoverySchema } from '@agent-factory/protocol';
import { inspectDatabase } from '../store/inspect.js';
import type { TableSet } from '../store/schema/table-set.js';
import type { StateFinding } from '../store/state-finding.js';
import { type Paths, tildify } from './paths.js';
import { type Condition, conditionOf, type Place, placesOf } from './places.js';
import { WHAT, whyNot } from './prepare-home.js';

/** With less than this many bytes free, writing a database or a log may fail at any moment. */
const LOW_SPACE_BYTES = 50 * 1024 * 1024;

/** The state of the daemon's own files. Looks only: it creates, changes and locks nothing. */
export async function stateReport(paths: Paths, tables: readonly TableSet[]): Promise<StateFinding[]> {
  const findings: StateFinding[] = [];
  for (const place of placesOf(paths)) {
    const finding = await lookAt(place, paths, tables);
    if (finding !== undefined) findings.push(finding);
  }
  return [...findings, ...(await space(paths))];
}

async function lookAt(place: Place, paths: Paths, tables: readonly TableSet[]): Promise<StateFinding | undefined> {
  const name = tildify(place.path, paths.home);
  try {
    const condition = await conditionOf(place);
    if (condition === 'missing')
      return place.made === true ? { ok: true, text: `${name} will be created at the next start` } : undefined;
    if (condition !== 'ours') return problem(place, condition);
    if (place.path === paths.database) return inspectDatabase(place.path, name, tables);
    if (place.path === paths.discovery) return await discovery(place.path, name);
    return { ok: true, text: `${name} is in order` };
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    return { ok: false, text: `${name} cannot be inspected (${code}).`, advice: [`ls -ld ${place.path}`] };
  }
}

function problem(place: Place, condition: Exclude<Condition, 'missing' | 'ours'>): StateFinding {
  const refusal = whyNot(place, condition);
  if (refusal !== undefined) return { ok: false, text: refusal };
  const next = condition === 'open' ? 'closes it to others' : 'gives it another name and creates a new one';
  return { ok: false, optional: true, text: WHAT[condition](place), advice: [`The next start ${next}.`] };
}

async function discovery(path: string, name: string): Promise<StateFinding> {
  if (decodeJson(discoverySchema, await readFile(path, 'utf8')).ok) return { ok: true, text: `${name} is in order` };
  return {
    ok: false,
    optional: true,
    text: `${name} is not a discovery file.`,
    advice: ['The next start writes a new one.'],
  };
}

async function space({ state, home }: Paths): Promise<StateFinding[]> {
  const found = await ifThere(statfs(state));
  if (found === undefined || found.bavail * found.bsize > LOW_SPACE_BYTES) return [];
  return [{ ok: false, text: `Less than 50 MB is free for ${tildify(state, home)}.`, advice: ['Free some space.'] }];
}
