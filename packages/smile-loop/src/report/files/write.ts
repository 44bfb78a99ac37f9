import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export const REPORT_FILES = {
  markdown: 'smile-report.md',
  json: 'smile-report.json',
  audit: 'smile-audit.log',
} as const;

/** Milliseconds before each further attempt: a full disk or a busy network folder often has room a second later. */
const RETRY_AFTER_MS = [100, 300, 1000] as const;

/** What is written. */
export type ReportTexts = Readonly<Record<keyof typeof REPORT_FILES, string>>;

export interface WriteOptions {
  /** Where the Markdown goes if it cannot be written. */
  stdout: Pick<NodeJS.WritableStream, 'write'>;
  retryAfterMs?: readonly number[];
}

/** Where the report is; or why it is nowhere but on the standard output, as a sentence. */
export type Written = { written: true; folder: string } | { written: false; note: string };

/**
 * Writes the three files into the folder, which is made if it is not there: each is whole or not there. Tries again,
 * and if that is in vain prints the Markdown, so that a run that took an hour is not lost.
 */
export async function writeReport(folder: string, texts: ReportTexts, options: WriteOptions): Promise<Written> {
  const waits = options.retryAfterMs ?? RETRY_AFTER_MS;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await writeAll(folder, texts);
      return { written: true, folder };
    } catch (error) {
      const wait = waits[attempt];
      if (wait === undefined) return print(folder, texts, options, error);
      await delay(wait);
    }
  }
}

async function writeAll(folder: string, texts: ReportTexts): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, REPORT_FILES.audit), texts.audit);
  await writeWhole(join(folder, REPORT_FILES.json), texts.json);
  await writeWhole(join(folder, REPORT_FILES.markdown), texts.markdown);
}

/** Under another name first, so that nobody reads half of it, and on the disk before it has its name. */
async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    // The first error says more than that nothing could be removed either.
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

function print(folder: string, { markdown }: ReportTexts, { stdout }: WriteOptions, error: unknown): Written {
  stdout.write(markdown);
  const why = error instanceof Error ? error.message : String(error);
  return { written: false, note: `The report could not be written to ${folder}, so it was printed: ${why}` };
}
