import { PracticeError } from '@agent-factory/protocol';
import type { CoachedProject } from '../project/coached-project.js';
import type { RequestInput, RequestName, RequestOutput } from '../tools/requests.js';

export interface CoachServerOptions {
  /** Asked for at each call: it may have been closed meanwhile. */
  readonly project: () => Promise<CoachedProject>;
  /** Of the connection, as the action log has it. */
  readonly mcpSessionId: () => string;
  /** Of the practice server. */
  readonly version: string;
  /** Something went wrong that no agent can mend. */
  readonly logFailure: (error: unknown, what: string) => void;
}

/** `refusal` says what is wrong and what to do; what a program needs to know is its first word, the code. */
export type Asked<Output> =
  | { readonly ok: true; readonly output: Output }
  | { readonly ok: false; readonly code: string; readonly refusal: string };

const INTERNAL = 'internal: The practice server could not do this; its log has the details. Go on without it.';

/** Asks the project for what an agent asks for. `input` is as the agent has sent it. */
export async function ask<Name extends RequestName>(
  { project, mcpSessionId, logFailure }: CoachServerOptions,
  name: Name,
  input: unknown,
): Promise<Asked<RequestOutput<Name>>> {
  try {
    const caller = { mcpSessionId: mcpSessionId() };
    const output = await (await project()).callTool(name, input as RequestInput<Name>, caller);
    return { ok: true, output };
  } catch (error) {
    if (error instanceof PracticeError) {
      return { ok: false, code: error.code, refusal: `${error.code}: ${error.message}` };
    }
    logFailure(error, 'A request of an agent failed');
    return { ok: false, code: 'internal', refusal: INTERNAL };
  }
}
