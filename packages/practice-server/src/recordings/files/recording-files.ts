import { randomBytes } from 'node:crypto';
import { appendFile, chmod, lstat, mkdir, readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '@agent-factory/exercise-runtime';
import {
  MAX_RECORDING_BYTES,
  type Recording,
  type RecordingId,
  recordingIdSchema,
} from '@agent-factory/protocol/recordings';
import { endedLine } from '../cast/cast-lines.js';
import { type CastFacts, measureCast, readCast } from './read-cast.js';

const SUFFIX = '.cast';
const FOLDER_MODE = 0o700;
/** No recording of ours is larger: it is not looked through. */
const MAX_FILE_BYTES = 2 * MAX_RECORDING_BYTES;

/** Ends that neither the student nor the session has chosen. */
const TRUNCATING = new Set<Recording['endedBy']>([
  'size_limit',
  'total_limit',
  'disk_full',
  'write_failed',
  'interrupted',
]);

/** The finished recordings on the disk, and where new ones go. What is no recording of ours is left alone. */
export class RecordingFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Only ids name files, and they have no characters that a path could use. */
  pathOf(id: RecordingId): string {
    return join(this.#folder, `${recordingIdSchema.parse(id)}${SUFFIX}`);
  }

  newId(now: Date): RecordingId {
    const [day = '', time = ''] = now
      .toISOString()
      .replace(/[-:]|\..*$/g, '')
      .split('T');
    return `${day}-${time}-${randomBytes(4).toString('hex')}`;
  }

  /** Creates the folder if it is missing; nobody else can look into it. */
  async prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: FOLDER_MODE });
    await chmod(this.#folder, FOLDER_MODE);
  }

  /** All that are not in `open`, the newest first. One that was cut short is finished first. */
  async list(open: ReadonlySet<RecordingId>): Promise<Recording[]> {
    const ids = ((await ifThere(readdir(this.#folder))) ?? [])
      .filter((name) => name.endsWith(SUFFIX))
      .map((name) => name.slice(0, -SUFFIX.length))
      .filter((id) => recordingIdSchema.safeParse(id).success && !open.has(id));
    const found: (Recording | undefined)[] = [];
    for (const id of ids.sort().reverse()) found.push(await this.find(id));
    return found.filter((recording) => recording !== undefined);
  }

  /** Undefined if there is no such recording. */
  async find(id: RecordingId): Promise<Recording | undefined> {
    const facts = await this.#read(id);
    if (facts?.ended === undefined) return undefined;
    const { beginning, ended, bytes } = facts;
    const { size, startedAt, ...rest } = beginning;
    const truncated = TRUNCATING.has(ended.endedBy);
    return { id, ...rest, ...size, ...ended, startedAt: startedAt.toISOString(), bytes, recording: false, truncated };
  }

  async delete(id: RecordingId): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  async #read(id: RecordingId): Promise<CastFacts | undefined> {
    const path = this.pathOf(id);
    const found = await ifThere(lstat(path));
    if (found === undefined || !found.isFile() || found.size > MAX_FILE_BYTES) return undefined;
    const facts = await readCast(path);
    return facts === undefined || facts.ended !== undefined ? facts : this.#finish(path);
  }

  /** The daemon was killed while it wrote: what is whole stays. */
  async #finish(path: string): Promise<CastFacts | undefined> {
    const { bytes, durationMs } = await measureCast(path);
    await truncate(path, bytes);
    await appendFile(path, endedLine({ durationMs, endedBy: 'interrupted' }));
    return readCast(path);
  }
}
