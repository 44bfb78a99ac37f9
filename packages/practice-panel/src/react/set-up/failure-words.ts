interface FailureWords {
  readonly title: string;
  readonly advice?: string;
}

/** Failed starts with specific words; the daemon's message is shown as well. */
const FAILURES: Readonly<Record<string, FailureWords>> = {
  exercise_not_found: {
    title: "This exercise isn't available yet.",
    advice: 'Check back after updating.',
  },
  exercise_unavailable: {
    title: 'This exercise is unavailable',
    advice: 'The fault is in the exercise, not in anything you did. Its author needs to fix it.',
  },
  system_unsupported: {
    title: 'This exercise does not run on this computer',
    advice: 'It is made for another operating system.',
  },
  content_unreachable: {
    title: 'The exercise could not be fetched',
    advice: 'Make sure the lesson site is up, or that the practice server was started with its address.',
  },
  content_invalid: {
    title: 'This exercise is damaged',
    advice: 'The fault is in the exercise, not in anything you did. Its authors need to fix it.',
  },
  setup_failed: {
    title: 'Preparing the exercise failed',
    advice: 'A set-up command failed on this computer. What it printed is below.',
  },
  setup_timeout: {
    title: 'Preparing the exercise took too long',
    advice: 'A slow network is the usual reason. Trying again is safe.',
  },
  workspace_failed: {
    title: 'The exercise folder could not be written',
    advice: 'Check that your home folder is writable, then try again.',
  },
  storage_full: {
    title: 'Your disk is full',
    advice: 'Free some space, then try again. Nothing of yours was changed.',
  },
  storage_damaged: {
    title: 'The practice server’s own notes are damaged',
    advice: 'Start it again: it repairs them. Your work is in other files and stays as it is.',
  },
  storage_unavailable: {
    title: 'A file could not be read or written',
    advice: 'Close programs you do not need, then try again. Nothing of yours was changed.',
  },
  session_failed: {
    title: 'The terminal could not be started',
    advice: 'Try again. If it keeps failing, the troubleshooting page helps.',
  },
  user_forbidden: {
    title: 'The practice server here belongs to another user',
    advice: 'Someone else on this computer runs one. Start your own, then try again.',
  },
  shutting_down: {
    title: 'The practice server is shutting down',
    advice: 'Start it again, then try again here.',
  },
  unexpected_answer: {
    title: 'The practice server gave an odd answer',
    advice: 'Its version may differ from that of this page. Start the latest one, then try again.',
  },
};

const ANY_FAILURE: FailureWords = {
  title: 'The exercise could not be started',
  advice: 'Try again. If it keeps failing, the troubleshooting page helps.',
};

export function failureWords(code: string): FailureWords {
  return FAILURES[code] ?? ANY_FAILURE;
}
