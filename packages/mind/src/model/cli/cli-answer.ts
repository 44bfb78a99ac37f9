import { type PracticeError, parseJson } from '@agent-factory/protocol';
import type { CommandResult } from '@agent-factory/subprocess';
import * as z from 'zod';
import { NO_USAGE } from '../../settings/models-list.js';
import { endingOf, usageSchema } from '../api/message.js';
import { shuttingDown, unavailable, unusable } from '../errors.js';
import type { Reply } from '../question.js';

const NOT_SIGNED_IN = /not logged in|please run \/login|invalid api key|oauth token/i;
const UNKNOWN_OPTION = /unknown option/i;

/** The one object that it prints. */
const resultSchema = z.looseObject({
  type: z.literal('result'),
  is_error: z.boolean(),
  subtype: z.string().optional().catch(undefined),
  result: z.string().optional().catch(undefined),
  structured_output: z.unknown().optional(),
  stop_reason: z.string().nullish().catch(undefined),
  api_error_status: z.number().nullish().catch(undefined),
  usage: usageSchema.optional().catch(undefined),
});
type Result = z.infer<typeof resultSchema>;

/** What came of a run. Throws `model_unavailable` and `model_answer_unusable`. */
export function cliReply(run: CommandResult): Reply {
  if (run.aborted) throw shuttingDown();
  if (run.timedOut)
    throw unavailable(
      'network',
      'Claude Code has not answered in time. Check the connection to the network and try again.',
    );
  if (run.failure !== undefined)
    throw unavailable('vendor', 'Claude Code cannot be started. Install it anew, then try again.');
  if (run.outputExceeded) throw unusable(['It is longer than any answer can be']);
  const parsed = parseJson(run.stdout);
  const read = resultSchema.safeParse(parsed.ok ? parsed.value : undefined);
  if (!read.success) throw notRun(run);
  return replyOf(read.data);
}

function replyOf(result: Result): Reply {
  const ending = endingOf(result.stop_reason ?? null);
  const usage = result.usage ?? NO_USAGE;
  const { structured_output: structured, result: words = '' } = result;
  if (ending !== 'complete') return { texts: [words], ending, usage };
  if (result.is_error) throw failed(result);
  return { texts: [...(structured === undefined ? [] : [JSON.stringify(structured)]), words], ending, usage };
}

function failed({ api_error_status: status, subtype = '', result = '' }: Result): PracticeError {
  if (status === 401 || status === 403 || NOT_SIGNED_IN.test(result)) return notSignedIn();
  if (status === 429)
    return unavailable(
      'rate_limited',
      'Your Claude subscription has reached a limit. Wait until it is over and try again.',
    );
  if (typeof status === 'number' && status >= 500)
    return unavailable('overloaded', `Claude has trouble just now (${status}). Try again in a few minutes.`);
  if (subtype.includes('structured_output')) return unusable(['It does not have the form that was asked for']);
  return unavailable('vendor', 'Claude Code could not answer. Try claude in a terminal; what it says there tells why.');
}

function notRun({ stdout, stderr }: CommandResult): PracticeError {
  if (NOT_SIGNED_IN.test(`${stdout}\n${stderr}`)) return notSignedIn();
  if (UNKNOWN_OPTION.test(stderr))
    return unavailable('vendor', 'This Claude Code is too old for the coach. Update it with claude update.');
  return unavailable(
    'vendor',
    'Claude Code has ended without an answer. Try claude in a terminal; what it says there tells why.',
  );
}

function notSignedIn(): PracticeError {
  return unavailable('auth', 'Claude Code is not signed in. Sign in with claude auth login, then try again.');
}
