import type { ExplainState } from '../../client/explain/explain-state.js';

/** What a screen reader says, once for each step; `way` leads to the explanation. */
export function announcement(state: ExplainState, way: string): string {
  switch (state.status) {
    case 'none':
      return '';
    case 'asked':
      return 'Asking the coach to explain what you have marked.';
    case 'answered':
      return `The coach has explained it. ${way}`;
    case 'failed':
      return `Not explained. ${state.problem.message}`;
  }
}
