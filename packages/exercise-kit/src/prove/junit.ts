import type { Claim } from './claim.js';
import type { Proof } from './prove.js';

/** The proofs in the form that CI systems read: a suite for each exercise, a case for each claim. */
export function junit(proofs: readonly Proof[]): string {
  const claims = proofs.flatMap((proof) => proof.claims);
  const suites = proofs.map(
    ({ id, claims }) =>
      `  <testsuite name="${escapeXml(id)}"${totals(claims)}>\n${claims.map((one) => testcase(id, one)).join('\n')}\n  </testsuite>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="exercise-kit test"${totals(claims)}>\n${suites.join('\n')}\n</testsuites>\n`;
}

function totals(claims: readonly Claim[]): string {
  const failures = claims.filter(({ problem }) => problem !== undefined).length;
  const skipped = claims.filter(({ unknown }) => unknown !== undefined).length;
  const seconds = claims.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0) / 1000;
  return ` tests="${claims.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds.toFixed(3)}"`;
}

function testcase(id: string, { title, problem, unknown, durationMs = 0 }: Claim): string {
  const opening = `    <testcase classname="${escapeXml(id)}" name="${escapeXml(title)}" time="${(durationMs / 1000).toFixed(3)}"`;
  if (unknown !== undefined) return `${opening}>\n      <skipped message="${escapeXml(unknown)}"/>\n    </testcase>`;
  if (problem === undefined) return `${opening}/>`;
  const [first = ''] = problem.split('\n');
  return `${opening}>\n      <failure message="${escapeXml(first)}">${escapeXml(problem)}</failure>\n    </testcase>`;
}

/** XML does not allow control characters, not even escaped. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
