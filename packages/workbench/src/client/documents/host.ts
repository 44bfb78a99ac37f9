import type { ClientMessageType, ClientPayload } from '@agent-factory/protocol/coach';
import type { Clock } from '../clock.js';
import type { NewProblem } from '../coach/problems.js';
import type { Requests } from '../connection/requests.js';
import type { WorkbenchEvent } from '../state.js';

/** What documents need of the Workbench around them. */
export interface DocumentsHost {
  readonly clock: Clock;
  readonly requests: Requests;
  readonly isOpen: boolean;
  readonly waitingBytes: number;
  /** False if there is no connection. */
  send<Type extends ClientMessageType>(type: Type, payload: ClientPayload<Type>, id?: string): boolean;
  emit(event: WorkbenchEvent): void;
  /** The documents' part of the state is out of date. */
  changed(): void;
  tell(problem: NewProblem): void;
}
