import type { Report } from '../../../contract/report.js';

/** How each CLI is called. */
const NAMES = { claude: 'Claude Code', codex: 'Codex', gemini: 'Gemini CLI' } as const;

/** Who took part, and whose word the verdict is. */
export function Facts({ report: { meta } }: { report: Report }) {
  const { student, mentor, judgedBy, runId } = meta;
  return (
    <>
      <h2>This run</h2>
      <dl>
        <dt>Student</dt>
        <dd>{agent(student)}</dd>
        <dt>Mentor</dt>
        <dd>{agent(mentor)}</dd>
        <dt>Verdict</dt>
        <dd>{judgedBy === 'checks' ? 'by the checks' : "the student's own word"}</dd>
        <dt>Run</dt>
        <dd>
          <code>{runId}</code>
        </dd>
      </dl>
    </>
  );
}

function agent({ provider, model }: Report['meta']['student']): string {
  return model === undefined ? NAMES[provider] : `${NAMES[provider]}, ${model}`;
}
