import type { Marker } from '@agent-factory/protocol/stages';
import { describe, expect, it } from 'vitest';
import { MarkerStates } from '../../src/client/markers/marker-states.js';

const stage = (stageNumber: number, transaction = 'a') =>
  ({ kind: 'stage_complete', stageNumber, transaction }) as unknown as Marker;
const course = { kind: 'course_complete' } as unknown as Marker;

function withListener() {
  const states = new MarkerStates();
  const heard: number[] = [];
  const stop = states.subscribe(() => heard.push(states.getSnapshot()));
  return { states, heard, stop };
}

describe('how the tutor’s claims stand', () => {
  it('is unknown until it was told', () => {
    const { states } = withListener();
    states.setState(stage(1), 'pending');
    expect(states.stateOf(stage(1))).toBe('pending');
    expect(states.stateOf(stage(2))).toBeUndefined();
    expect(states.stateOf(course)).toBeUndefined();
  });

  it('is the same for a stage whatever the transaction, and apart for each kind', () => {
    const { states } = withListener();
    states.setState(stage(1, 'a'), 'complete');
    states.setState(course, 'claimed');
    expect(states.stateOf(stage(1, 'b'))).toBe('complete');
    expect(states.stateOf({ ...stage(1), kind: 'other' } as unknown as Marker)).toBeUndefined();
    expect(states.stateOf(course)).toBe('claimed');
  });

  it('is one for the whole course, whatever number its claim has', () => {
    const { states } = withListener();
    states.setState({ ...course, stageNumber: 3 } as unknown as Marker, 'complete');
    expect(states.stateOf({ ...course, stageNumber: 4 } as unknown as Marker)).toBe('complete');
  });

  it('is told at each change and not without one, until nobody listens', () => {
    const { states, heard, stop } = withListener();
    states.clear();
    expect(heard).toEqual([]);
    states.setState(stage(1), 'pending');
    states.setState(stage(1), 'pending');
    states.setState(stage(1), 'complete');
    states.clear();
    states.clear();
    expect(heard).toEqual([1, 2, 3]);
    expect(states.stateOf(stage(1))).toBeUndefined();
    stop();
    states.setState(stage(1), 'pending');
    expect(heard).toEqual([1, 2, 3]);
    expect(states.getSnapshot()).toBe(4);
  });
});
