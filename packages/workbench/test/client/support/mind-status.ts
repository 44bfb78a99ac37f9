import { MIND_PARTS, type MindPart, type MindStatus } from '@agent-factory/protocol/mind';

const PRICE = { id: 'a-model', inputUsdPerMillion: 1, outputUsdPerMillion: 1, lookedUp: '2026-01-01' };

/** Everything works but what the student has turned off. */
export function mindStatus(off: readonly MindPart[] = []): MindStatus {
  const partOf = (part: MindPart) => {
    const enabled = !off.includes(part);
    return [part, { enabled, works: enabled, explanation: enabled ? 'It works.' : 'It is off.' }] as const;
  };
  return {
    route: 'auto',
    reached: 'api',
    advice: '',
    parts: Object.fromEntries(MIND_PARTS.map(partOf)) as MindStatus['parts'],
    budget: { dayUsd: 1, sessionUsd: 1, spentTodayUsd: 0, spentSessionUsd: 0, observerLastHourUsd: 0 },
    models: { haiku: PRICE, sonnet: PRICE },
    memory: { kept: 'here', available: true },
  };
}
