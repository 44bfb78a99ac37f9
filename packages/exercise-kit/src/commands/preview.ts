import { platform } from 'node:os';
import { runCommand } from '@agent-factory/subprocess';
import { chooseDrafts, readDrafts } from '../content/draft.js';
import type { Project } from '../content/project.js';
import { serve } from '../generate/generate.js';
import { describeFinding } from '../lint/finding.js';
import { lint } from '../lint/lint.js';
import type { Output } from '../output/output.js';
import { runPreview } from '../preview/preview.js';
import { watchFolder } from '../preview/watch.js';
import { build } from './build.js';

export interface PreviewFlags {
  open: boolean;
  agent: string;
  port?: number | undefined;
  verbose?: boolean | undefined;
  signal: AbortSignal;
}

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };
const OPEN_TIMEOUT_MS = 10_000;
const MAX_OPENER_OUTPUT_BYTES = 64 * 1024;
/** The lesson site drops the number in front of a folder's or file's name. */
const NUMBER_PREFIX = /^\d+\s*[-_.]+\s*/;

/** Shows an exercise in the lesson site until Ctrl+C; the next check uses whatever is saved. */
export async function previewCommand(
  project: Project,
  id: string,
  flags: PreviewFlags,
  output: Output,
): Promise<number> {
  chooseDrafts(project, [id]);
  await build(project, {}, output);
  const bringUpToDate = async () => {
    // This exercise first, as the next check may come soon: the registry and the findings take longer.
    const saved = readDrafts(project).find((draft) => draft.id === id);
    if (saved !== undefined) await serve(project, saved);
    await build(project, {}, QUIET);
    await sayFindings(project, id, output);
  };
  await sayFindings(project, id, output);
  output.out('Starting the lesson site and a practice server for this preview…');
  await runPreview(project, {
    agent: flags.agent,
    port: flags.port,
    onLine: (line) => {
      if (flags.verbose) output.err(line);
    },
    onReady: async (site) => {
      watchFolder(project.exercises, bringUpToDate, flags.signal);
      const address = `${site}${lessonAddress(project, id)}`;
      output.out(
        `Preview of ${id}: ${address}\nThe next check uses what you save. Work done in the preview is discarded when it ends. Ctrl+C ends it.`,
      );
      if (flags.open) await openBrowser(address);
    },
    signal: flags.signal,
  });
  output.out('The preview has ended.');
  return 0;
}

const QUIET: Output = { out: () => {}, err: () => {} };

async function sayFindings(project: Project, id: string, output: Output): Promise<void> {
  const drafts = readDrafts(project);
  const draft = drafts.find((other) => other.id === id);
  const findings = draft === undefined ? [] : await lint(draft, drafts, project);
  for (const finding of findings) output.err(`${finding.severity}: ${id}/${describeFinding(finding)}`);
}

function lessonAddress(project: Project, id: string): string {
  const config = readDrafts(project).find((draft) => draft.id === id)?.config;
  const path = config?.ok ? config.value.lessonPath : undefined;
  if (path === undefined) return '/';
  return `/docs/${path
    .split('/')
    .map((part) => encodeURIComponent(part.replace(NUMBER_PREFIX, '')))
    .join('/')}`;
}

async function openBrowser(address: string): Promise<void> {
  const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']));
  await runCommand(OPENERS[platform()] ?? 'xdg-open', [address], {
    env,
    timeoutMs: OPEN_TIMEOUT_MS,
    maxOutputBytes: MAX_OPENER_OUTPUT_BYTES,
  });
}
