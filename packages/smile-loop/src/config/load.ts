import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { SmileError } from '../contract/errors.js';
import { parseConfigText } from './parse.js';
import { inWords, type Problem, problemsOf } from './problems.js';
import { readConfigText } from './read.js';
import { type Config, type ConfigFields, configSchema } from './schema.js';
import { systemReason } from './system-reason.js';
import { unknownFields } from './unknown.js';

export const CONFIG_FILE = 'smile.json';
/** Problems that a message lists: the schema has fewer fields, so only a wrong list has more. */
const MAX_LISTED = 100;

export interface LoadOptions {
  /** Whether somebody named this path: then a missing file is an error. */
  explicit?: boolean;
}

/**
 * Settings from a file, or from the `smile.json` of a folder; defaults where there is none.
 *
 * @throws SmileError `config_unreadable`, or `config_invalid` with the facts `problems`, all of them at once, and `warnings`
 */
export async function loadConfig(path: string, { explicit = false }: LoadOptions = {}): Promise<Config> {
  const file = (await isFolder(path)) ? join(resolve(path), CONFIG_FILE) : resolve(path);
  const text = await readConfigText(file);
  if (text === undefined && explicit) {
    const message = `${file} is not there. Name an existing file, or write one with the command init.`;
    throw new SmileError('config_unreadable', message, { file });
  }
  const value = text === undefined ? {} : parseConfigText(text, file);
  const config = configFrom(value, file);
  return freeze({ ...config, file: text === undefined ? undefined : file, warnings: unknownFields(value) });
}

/**
 * Settings from a value. Relative paths are meant from the folder of `file`.
 *
 * @throws SmileError `config_invalid`
 */
export function configFrom(value: unknown, file: string): Config {
  const folder = dirname(file);
  return freeze({ ...resolved(validate(value, file), folder), file, folder, warnings: [] });
}

function validate(value: unknown, file: string): ConfigFields {
  const { success, data, error } = configSchema.safeParse(value);
  if (success) return data;
  const problems = problemsOf(error.issues, value);
  const warnings = unknownFields(value);
  const message = [`${file} has settings that cannot be used:`, listed(problems), ...warnings].join('\n');
  throw new SmileError('config_invalid', message, { file, problems, warnings });
}

function listed(problems: readonly Problem[]): string {
  const lines = problems.slice(0, MAX_LISTED).map(inWords);
  const more = problems.length - lines.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}

function resolved({ $schema: _, ...fields }: ConfigFields, folder: string) {
  const { checks, container, llmProvider } = fields;
  return {
    ...fields,
    tutorial: resolve(folder, fields.tutorial),
    outputDir: resolve(folder, fields.outputDir),
    checks: checks && { ...checks, script: resolve(folder, checks.script) },
    container: {
      ...container,
      mounts: container.mounts.map(({ source, target }) => ({ source: resolve(folder, source), target })),
    },
    student: { ...fields.student, provider: fields.student.provider ?? llmProvider },
    mentor: { ...fields.mentor, provider: fields.mentor.provider ?? llmProvider },
    allowedHosts: fields.allowedHosts.map((host) => host.toLowerCase()),
  };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    // Whatever keeps it from being looked at is told when it is read.
    systemReason(error);
    return false;
  }
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const own of Object.values(value)) freeze(own);
    Object.freeze(value);
  }
  return value;
}
