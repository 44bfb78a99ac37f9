import { PracticeError, parseJson } from '@agent-factory/protocol';
import type { MindChange, MindPart } from '@agent-factory/protocol/mind';
import type { MindHost } from '../host.js';
import { ALL_OFF, type Chosen, changed, chosenOf, type SettingsFile, settingsFileSchema } from './chosen.js';
import { keepBroken, markOf, readSettingsFile, writeSettingsFile } from './settings-file.js';

interface Read {
  /** Of the file that this was read from. */
  readonly mark: string;
  readonly chosen: Chosen;
  /** The object in the file, as it is written there; undefined if it holds none of ours. */
  readonly raw: Raw | undefined;
}

type Raw = Readonly<Record<string, unknown>>;

/**
 * What the student has chosen, in a file that they may edit: it is read again whenever it has changed. A broken file
 * turns nothing on that may have been off: what held before goes on, and without that no model is asked.
 */
export class Settings {
  readonly #host: Pick<MindHost, 'settingsFile' | 'environment' | 'logWarning'>;
  #read: Read | undefined;
  /** The last that was whole. */
  #good: { readonly chosen: Chosen; readonly raw: Raw } | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(host: Pick<MindHost, 'settingsFile' | 'environment' | 'logWarning'>) {
    this.#host = host;
  }

  /** Never rejects. */
  async current(): Promise<Chosen> {
    return (await this.#refresh()).chosen;
  }

  async isOn(part: MindPart): Promise<boolean> {
    return (await this.current()).parts[part];
  }

  /**
   * Writes a change down. A broken file is kept beside it, as `coach.json.bad`; the change is then made to what held
   * before or, where nobody knows that, to everything turned off: one choice turns nothing else on. Throws `storage_full` and
   * `storage_unavailable`: then the file is as it was.
   */
  change(change: MindChange): Promise<Chosen> {
    const turn = this.#turn.then(() => this.#write(change));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #write(change: MindChange): Promise<Chosen> {
    const { settingsFile: path } = this.#host;
    const { raw } = await this.#refresh();
    try {
      if (raw === undefined) {
        const kept = await keepBroken(path);
        this.#host.logWarning('The settings of the coach were broken; the file is kept', { kept });
      }
      const before = raw ?? this.#good?.raw ?? ALL_OFF;
      await writeSettingsFile(path, `${JSON.stringify(changed(before, change), null, 2)}\n`);
    } catch (error) {
      throw storageError(error, path);
    }
    this.#read = undefined;
    return this.current();
  }

  async #refresh(): Promise<Read> {
    const mark = await markOf(this.#host.settingsFile).catch((error: NodeJS.ErrnoException) => `${error.code}`);
    if (this.#read?.mark !== mark) this.#read = { mark, ...(await this.#load()) };
    return this.#read;
  }

  async #load(): Promise<Omit<Read, 'mark'>> {
    try {
      const text = await readSettingsFile(this.#host.settingsFile);
      const raw = text === undefined ? {} : objectIn(text);
      this.#good = { chosen: this.#chosen(settingsFileSchema.parse(raw)), raw };
      return this.#good;
    } catch (error) {
      return { chosen: this.#withProblem(error), raw: undefined };
    }
  }

  #chosen(file: SettingsFile): Chosen {
    return chosenOf(file, this.#host.environment.CHROMADB_URL);
  }

  #withProblem(error: unknown): Chosen {
    const { settingsFile: path } = this.#host;
    const reason = reasonOf(error);
    this.#host.logWarning('The settings of the coach cannot be read', { path, reason });
    const goesOn =
      this.#good === undefined
        ? 'Until then no model is asked, and a change here turns on nothing else: what you want has to be turned on again, with its budget'
        : 'Until then what you had chosen before holds';
    const problem = `The settings in ${path} cannot be read (${reason}). Correct the file, or change a setting here: a copy is kept. ${goesOn}.`;
    return { ...(this.#good?.chosen ?? this.#chosen(settingsFileSchema.parse(ALL_OFF))), problem };
  }
}

function objectIn(text: string): Record<string, unknown> {
  const parsed = parseJson(text);
  if (parsed.ok && typeof parsed.value === 'object' && parsed.value !== null && !Array.isArray(parsed.value))
    return parsed.value as Record<string, unknown>;
  throw new Error('It is not a JSON object');
}

/** Where it is wrong, or what the system says. */
function reasonOf(error: unknown): string {
  const { issues, code, message } = error as {
    issues?: { path: PropertyKey[]; message: string }[];
  } & NodeJS.ErrnoException;
  const issue = issues?.[0];
  return issue === undefined ? (code ?? message) : `${issue.path.map(String).join('.')}: ${issue.message}`;
}

function storageError(error: unknown, path: string): PracticeError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new PracticeError(
      'storage_full',
      'The disk is full, so the settings are as they were. Free some space and try again.',
    );
  const message = `The settings in ${path} cannot be written (${code}); they are as they were. Make the file writable and try again.`;
  return new PracticeError('storage_unavailable', message, { path, reason: code });
}
