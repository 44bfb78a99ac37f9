import { adviceIn, follow } from './advice.js';
import { type Obstacle, obstacleIn } from './obstacles.js';
import { partsOf } from './prompt.js';
import { type Ran, ranIn } from './ran.js';
import { type Piece, piecesOf } from './steps.js';
import type { Act, LearnerScript, LearnerTalk } from './talk.js';
import type { StudentAnswer, Trigger } from './wire.js';

export interface StudentOptions {
  /** How often it tries a command that fails, before it asks. */
  readonly attempts?: number;
}

/** Characters of an error that it repeats: the end, where programs say what was wrong. */
const TOLD_CHARS = 1500;
const MISSING = /(?:command )?not found|No module named|Cannot find (?:package|module)/i;
const TOO_LONG = /timed out|timeout/i;

/** A learner that does what the tutorial and the notes say, word for word and in order, and nothing else. */
export function literalStudent({ attempts = 1 }: StudentOptions = {}): LearnerScript {
  return (talk) => {
    const { tutorial, rest } = partsOf(talk.prompt);
    const walk = new Walk(talk.results);
    for (const piece of follow(piecesOf(tutorial), adviceIn(rest))) {
      const obstacle = obstacleIn(piece, rest);
      if (obstacle) return walk.ask(piece, obstacle);
      const act = piece.kind === 'command' ? walk.command(piece, attempts) : undefined;
      if (act) return act;
    }
    return walk.completed();
  };
}

/** The way through the tutorial so far, by the results that there are. */
class Walk {
  readonly #results: LearnerTalk['results'];
  readonly #ran: string[] = [];

  constructor(results: LearnerTalk['results']) {
    this.#results = results;
  }

  /** Undefined where the command has been run and all was well. */
  command(piece: Piece, attempts: number): Act | undefined {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const result = this.#results[this.#ran.length];
      if (result === undefined) return { run: piece.text, why: `The tutorial says so in line ${piece.line}.` };
      this.#ran.push(piece.text);
      const ran = ranIn(result);
      if (ran.exitCode === 0) return undefined;
      if (attempt === attempts) return this.ask(piece, failureOf(piece, ran));
    }
    return undefined;
  }

  ask(piece: Piece, { trigger, problem }: Obstacle): Act {
    return this.#answer({
      status: 'ask_mentor',
      currentStep: `Line ${piece.line}: ${piece.text}`,
      problem: `${problem}\n${piece.text}`,
      questionForMentor: `What am I to do at "${piece.text.split('\n').at(-1)}"?`,
      trigger,
    });
  }

  completed(): Act {
    const summary = this.#ran.length === 0 ? 'no actions required' : `Ran all ${this.#ran.length} commands.`;
    return this.#answer({ status: 'completed', currentStep: 'The end', summary });
  }

  #answer(answer: Partial<StudentAnswer>): Act {
    return { say: JSON.stringify({ ...answer, attemptedActions: this.#ran, commandsRun: this.#ran }) };
  }
}

function failureOf({ text }: Piece, { exitCode, output }: Ran): Obstacle {
  const problem = `The command ended with exit code ${exitCode}:\n${output.slice(-TOLD_CHARS)}\nIt was: ${text}`;
  return { trigger: triggerOf(output), problem };
}

function triggerOf(output: string): Trigger {
  if (MISSING.test(output)) return 'missing_dependency';
  return TOO_LONG.test(output) ? 'timeout' : 'command_failure';
}
