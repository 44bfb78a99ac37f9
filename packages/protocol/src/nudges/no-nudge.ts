/** Why the student is not nudged just now, in words that end a sentence. */
export const NO_NUDGE = {
  off: 'nudges are turned off here',
  muted: 'you want no nudges',
  no_agent: 'there is no agent in the terminal',
  agent_at_work: 'the agent is at work',
  unseen: 'no page shows the terminal',
  student_busy: 'you are in the middle of something',
  checking: 'a check runs',
  checked: 'you have the result of a check to read',
  nudged: 'the last nudge is too recent',
  unanswered: 'the last nudges went unanswered',
} as const;

export type NoNudge = keyof typeof NO_NUDGE;
