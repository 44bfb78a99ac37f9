import type { Report } from '../../contract/report.js';
import { keepStart, withoutControls } from '../shorten.js';
import { table } from './escape.js';
import { money } from './words.js';

/** Characters of an output in a table; more makes its rows unreadable. */
const MAX_CELL_CHARS = 120;
const MAX_COMMAND_CHARS = 200;

/** The audit trail in tables. Where a kind has no entries, its table has its headings only. */
export function auditTables({ commands, files, llmCalls, denied }: Report['auditTrail']): string[] {
  return [
    '## Audit Trail',
    '### Commands Executed',
    table(['Iteration', 'Command', 'Exit Code', 'Output Summary'], commands.map(commandRow)),
    '### Files Created',
    table(
      ['Iteration', 'Path', 'Size'],
      files.map(({ iteration, path, bytes }) => [`${iteration}`, path, `${bytes} B`]),
    ),
    '### LLM Calls',
    table(['Agent', 'Provider', 'Tokens In', 'Tokens Out', 'Duration', 'Cost'], llmCalls.map(callRow)),
    ...(denied.length === 0 ? [] : deniedTable(denied)),
  ];
}

function commandRow({ iteration, command, exitCode, output, timedOut }: Report['auditTrail']['commands'][number]) {
  const code = timedOut ? 'timed out' : `${exitCode ?? 'none'}`;
  return [`${iteration}`, keepStart(withoutControls(command), MAX_COMMAND_CHARS), code, lastLine(output)];
}

/** The last line says most often what came of it. */
function lastLine(output: string): string {
  const line = withoutControls(output).trimEnd().split('\n').at(-1) ?? '';
  return keepStart(line, MAX_CELL_CHARS);
}

function callRow(call: Report['auditTrail']['llmCalls'][number]): string[] {
  const cost = call.cached ? 'cached' : money(call.usd);
  const seconds = `${(call.durationMs / 1000).toFixed(1)} s`;
  return [call.agent, call.provider, `${call.tokensIn}`, `${call.tokensOut}`, seconds, cost];
}

function deniedTable(denied: Report['auditTrail']['denied']): string[] {
  const rows = denied.map(({ iteration, host, count }) => [`${iteration}`, host, `${count}`]);
  return ['### Network Requests Denied', table(['Iteration', 'Host', 'Requests'], rows)];
}
