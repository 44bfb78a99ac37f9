import { decodeExerciseConfig, exerciseFiles, OTHER_INSTRUCTIONS_FILES } from '@agent-factory/exercise-runtime';
import { type ExerciseConfig, type ExerciseId, MAX_EXERCISE_BYTES, PracticeError } from '@agent-factory/protocol';
import { type ContentSource, invalid, unreachable } from './source.js';

const CONFIG_FILE = 'config.json';
const PARALLEL_FETCHES = 8;
/** A site that sends each of two hundred files just in time would hold up a start for minutes. */
const DOWNLOAD_TIMEOUT_MS = 60_000;
/** Publishing a site takes seconds: if we fetch meanwhile, the second try gets a whole exercise, or says why not. */
const TRIES = 2;

/** Every file of an exercise by its path, all from one publication. */
export interface Download {
  readonly config: ExerciseConfig;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** The config as the site has it now. Throws the errors of content. */
export function fetchConfig(source: ContentSource, id: ExerciseId): Promise<Buffer> {
  return requireFile(source, id, CONFIG_FILE);
}

/**
 * Fetches an exercise whose config is known. The config is read again at the end: if it has changed by
 * then, the files may belong to either version, and everything is fetched again. Throws the errors of content.
 */
export async function fetchExercise(source: ContentSource, id: ExerciseId, known: Buffer): Promise<Download> {
  let text = known;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const config = parseConfig(id, text.toString());
    const files = await fetchFiles(source, id, config);
    const after = await fetchConfig(source, id);
    if (after.equals(text)) return { config, files: new Map([...files, [CONFIG_FILE, text]]) };
    text = after;
  }
  throw invalid(`${id}/${CONFIG_FILE}`, 'it changes while the exercise is fetched; try again in a minute');
}

function parseConfig(id: ExerciseId, text: string): ExerciseConfig {
  const outcome = decodeExerciseConfig(text, id);
  if (outcome.ok) return outcome.value;
  throw invalid(`${id}/${CONFIG_FILE}`, outcome.issues.join('; '), { issues: outcome.issues });
}

async function fetchFiles(source: ContentSource, id: ExerciseId, config: ExerciseConfig): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const paths = exerciseFiles(config).filter((path) => path !== CONFIG_FILE);
  const optional = OTHER_INSTRUCTIONS_FILES.filter((path) => !paths.includes(path));
  const deadline = performance.now() + DOWNLOAD_TIMEOUT_MS;
  let bytes = 0;
  for (let start = 0; start < paths.length; start += PARALLEL_FETCHES) {
    if (performance.now() > deadline) throw unreachable(source.address, `it sends ${id} too slowly`);
    const some = paths.slice(start, start + PARALLEL_FETCHES);
    const contents = await Promise.all(some.map((path) => requireFile(source, id, path)));
    for (const [index, content] of contents.entries()) files.set(some[index] ?? '', content);
    bytes += contents.reduce((sum, content) => sum + content.length, 0);
    if (bytes > MAX_EXERCISE_BYTES) throw invalid(id, `its files have more than ${MAX_EXERCISE_BYTES} bytes together`);
  }
  const others = await Promise.all(optional.map((path) => readOptional(source, id, path)));
  for (const [index, content] of others.entries()) if (content !== undefined) files.set(optional[index] ?? '', content);
  return files;
}

/** A site may answer an unknown address with a web page, which is as good as nothing here. */
async function readOptional(source: ContentSource, id: ExerciseId, path: string): Promise<Buffer | undefined> {
  try {
    return await source.read(`${id}/${path}`);
  } catch (error) {
    if (error instanceof PracticeError && error.code === 'content_invalid') return undefined;
    throw error;
  }
}

async function requireFile(source: ContentSource, id: ExerciseId, path: string): Promise<Buffer> {
  const content = await source.read(`${id}/${path}`);
  if (content === undefined) throw invalid(`${id}/${path}`, 'the file is missing');
  return content;
}
