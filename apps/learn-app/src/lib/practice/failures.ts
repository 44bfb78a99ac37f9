import type { JourneyState } from '@agent-factory/practice-panel';
import { placeIn } from '@agent-factory/protocol';
import type { Failure } from '@agent-factory/workbench';

/** What a check has found missing, where it has said in which line of which file. */
export function failuresIn(check: JourneyState['check']): Failure[] {
  const criteria = check.status === 'done' ? check.result.criteria : [];
  return criteria.flatMap(({ name, status, where, message = name }) => {
    const place = status === 'failed' && where !== undefined ? placeIn(where) : undefined;
    return place === undefined ? [] : [{ path: place.path, line: place.line, message, criterion: name }];
  });
}
