/** The code of a failed turn, in the words of version 0.169. */
export function codexFailureCode(message: string): string {
  return /unauthorized|401|not logged in/i.test(message) ? 'not_signed_in' : 'agent_error';
}
