import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Captured = 'claude' | 'codex' | 'gemini';
export const CAPTURED: readonly Captured[] = ['claude', 'codex', 'gemini'];

/** Where a capture is. They were made with the real CLIs and scripted models; long texts are cut. */
function capturePath(name: string): string {
  return fileURLToPath(new URL(`../captures/${name}.jsonl`, import.meta.url));
}

export function captureLines(name: string): string[] {
  return readFileSync(capturePath(name), 'utf8').trimEnd().split('\n');
}

/** One line of what was said between a program and a CLI, which speaks of itself on its standard error. */
export interface Said {
  readonly by: 'us' | 'agent' | 'stderr';
  readonly line: string;
}

/** A conversation over the pipe, process by process. */
export function transcript(agent: Captured, name = 'transcript'): Said[][] {
  const processes: Said[][] = [[]];
  for (const line of captureLines(`${agent}.${name}`)) {
    if (line.startsWith('# exit')) processes.push([]);
    else processes.at(-1)?.push({ by: SPEAKERS[line.slice(0, 2)] ?? 'stderr', line: line.slice(2) });
  }
  return processes.filter((said) => said.length > 0);
}

const SPEAKERS: Readonly<Record<string, Said['by']>> = { '> ': 'us', '< ': 'agent' };
