import type { LoopState } from '../contract/loop-state.js';
import type { Gap } from '../contract/report.js';
import { mostSpecific } from '../contract/triggers.js';
import { type Draft, draftOf } from './drafts.js';
import { type Locator, tutorialLocator } from './locate.js';
import { type Combined, combinedPatch, patchOf } from './patch.js';
import { samePlace } from './same.js';
import { rankOf, severityOf } from './severity.js';
import { stuckPoints } from './stuck.js';

/** Commands that a gap of several stuck points shows. */
const MAX_JOINED_EVIDENCE = 5;

export interface GapSource {
  state: Pick<LoopState, 'history' | 'status'>;
  tutorial: { path: string; text: string };
}

export interface FoundGaps {
  /** Numbered from 1 in the order of the text; those without a line come last. */
  gaps: Gap[];
  /** One patch of all fixes that fit together, and the ids of the gaps whose fix does not. */
  combined: Combined;
}

/** What a finished run shows the tutorial to lack. Stuck points that mean the same are one gap. */
export function findGaps({ state, tutorial }: GapSource, locator: Locator = tutorialLocator): FoundGaps {
  const groups = stuckPoints(state)
    .map((point) => draftOf(tutorial.text, point, locator))
    .reduce(join, [])
    .map((drafts) => ({ drafts, lead: leadOf(drafts) }))
    .sort((a, b) => lineOf(a.lead) - lineOf(b.lead));
  const gaps = groups.map(({ drafts, lead }, index) => gapOf({ id: index + 1, drafts, lead, tutorial }));
  const fixes = groups.flatMap(({ lead: { edit } }, index) => (edit === undefined ? [] : [{ edit, id: index + 1 }]));
  return { gaps, combined: combineFixes(tutorial, gaps, fixes) };
}

function join(groups: Draft[][], draft: Draft): Draft[][] {
  const known = groups.find((group) => group.some((one) => samePlace(one, draft)));
  if (known === undefined) return [...groups, [draft]];
  known.push(draft);
  return groups;
}

/** The draft that says most: one whose fix is a patch, else one with a line, else the first. */
function leadOf(drafts: readonly Draft[]): Draft {
  const lead =
    drafts.find(({ edit }) => edit !== undefined) ?? drafts.find(({ location }) => location.line !== null) ?? drafts[0];
  if (lead === undefined) throw new Error('A gap without anything that shows it');
  return lead;
}

function lineOf({ location }: Draft): number {
  return location.line ?? Number.POSITIVE_INFINITY;
}

interface Joined {
  id: number;
  drafts: readonly Draft[];
  lead: Draft;
  tutorial: GapSource['tutorial'];
}

function gapOf({ id, drafts, lead, tutorial }: Joined): Gap {
  const points = drafts.map(({ point }) => point);
  const iterations = [...new Set(points.map(({ iteration }) => iteration))].sort((a, b) => a - b);
  const repeated = iterations.length > 1;
  const severities = points.map(({ trigger, final, claim }) =>
    severityOf({ trigger, final, repeated, claimed: claim?.severity }),
  );
  return {
    id,
    title: lead.title,
    location: { line: lead.location.line, text: lead.location.text },
    problem: lead.problem,
    suggestedFix: lead.suggestedFix,
    patch: lead.edit === undefined ? '' : patchOf(tutorial.path, tutorial.text, [lead.edit]),
    severity: severities.sort((a, b) => rankOf(a) - rankOf(b))[0] ?? 'medium',
    trigger: mostSpecific(points.map(({ trigger }) => trigger)) ?? lead.point.trigger,
    evidence: joinEvidence(drafts),
    iterations,
  };
}

function joinEvidence(drafts: readonly Draft[]): Gap['evidence'] {
  const all = new Map(drafts.flatMap(({ evidence }) => evidence).map((one) => [JSON.stringify(one), one]));
  return [...all.values()].slice(-MAX_JOINED_EVIDENCE);
}

/** The worst gaps' fixes win where two change the same text. */
function combineFixes(
  { path, text }: GapSource['tutorial'],
  gaps: readonly Gap[],
  fixes: readonly { edit: NonNullable<Draft['edit']>; id: number }[],
): Combined {
  const rank = (id: number) => rankOf(gaps[id - 1]?.severity ?? 'low');
  const sorted = fixes.toSorted((a, b) => rank(a.id) - rank(b.id) || a.id - b.id);
  const { patch, leftOut } = combinedPatch(
    path,
    text,
    sorted.map(({ edit }) => edit),
  );
  return { patch, leftOut: leftOut.flatMap((index) => sorted[index]?.id ?? []) };
}
