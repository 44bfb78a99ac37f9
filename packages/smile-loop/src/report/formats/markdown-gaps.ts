import type { Gap } from '../../contract/report.js';
import { fence, inline } from './escape.js';

/** The section of the gaps, a block for each part. */
export function gapsSection(gaps: readonly Gap[]): string[] {
  return ['## Gaps Identified', ...gaps.flatMap(gapBlocks)];
}

function gapBlocks(gap: Gap): string[] {
  const items = [
    `**Location**: ${gap.location.line === null ? 'No line found' : `Line ${gap.location.line}`} - "${inline(gap.location.text)}"`,
    `**Problem**: ${inline(gap.problem)}`,
    `**Suggested Fix**: ${inline(gap.suggestedFix)}`,
    `**Severity**: ${gap.severity}`,
    `**Trigger**: ${gap.trigger}`,
    `**Iterations**: ${gap.iterations.join(', ')}`,
  ];
  const list = items.map((item) => `- ${item}`).join('\n');
  return [`### Gap ${gap.id}: ${inline(gap.title)}`, list, ...evidence(gap.evidence), ...patch(gap.patch)];
}

function evidence(commands: Gap['evidence']): string[] {
  if (commands.length === 0) return [];
  const shown = commands.map(({ command, exitCode, output }) => {
    const end = exitCode === null ? '(ended before it was done)' : `(exit code ${exitCode})`;
    return fence(`$ ${command}\n${output.trimEnd()}\n${end}`, 'text');
  });
  return ['**Evidence**', ...shown];
}

/** As it is: a patch from which a carriage return is lost does not apply. */
function patch(text: string): string[] {
  return text === '' ? [] : ['**Patch**', fence(text, 'diff', true)];
}
