import { waitUntil } from '../machine/wait-until.js';
import type { Conversation } from '../model-api/conversation.js';
import type { Forms } from '../model-api/forms.js';
import { type Reply, Scenario, type Step, says } from '../model-api/scenario.js';
import { type ModelApi, startModelApi } from '../model-api/server.js';
import { scriptMind } from './scripted-mind.js';

/** What the model says when the agent is started. */
export const GREETING = 'What do you want to work on?';
/** What the student says, upon which the model does what a test tells it. */
export const REQUEST = 'show me around';
/** What the model says at its end. */
export const THE_END = 'That was all.';

/** The model of all agents. Once the student has asked, it takes one step after the other, each when it is told to. */
export class ScriptedCoach implements AsyncDisposable {
  readonly api: ModelApi;
  readonly #scenario: Scenario;
  readonly #heard: { readonly words: RegExp; readonly reply: Reply }[] = [];
  readonly #steps: Step[] = [];
  /** What each step has led to, as the model was told it. */
  readonly #answers: string[] = [];
  #taken = 0;
  #isAsked = false;

  static async start(): Promise<ScriptedCoach> {
    const scenario = new Scenario();
    return new ScriptedCoach(scenario, await startModelApi(scenario));
  }

  private constructor(scenario: Scenario, api: ModelApi) {
    this.#scenario = scenario;
    this.api = api;
    scriptMind(scenario.forms);
    scenario.add([{ when: () => true, reply: (conversation) => this.#reply(conversation) }]);
  }

  /** What the coach's own mind is answered. */
  get forms(): Forms {
    return this.#scenario.forms;
  }

  /** Whether the agent has passed on what the student said. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** What the model answers whenever it hears such words. */
  hears(words: RegExp, reply: Reply): void {
    this.#heard.push({ words, reply });
  }

  /** What the model will do, each step a tool that it uses. To be said before the student asks. */
  will(steps: readonly Step[]): void {
    this.#steps.push(...steps);
  }

  /** Lets the model take its next step; what the agent tells it then, in its next request. */
  next(): Promise<string> {
    const index = this.#taken++;
    this.#scenario.gates.release(gate(index));
    return waitUntil(
      () => this.#answers[index],
      () => `the model was not told what came of its step ${index + 1}. It was asked ${this.api.turns.length} times`,
    );
  }

  /** Lets it take them all; what it is told of each. */
  async all(): Promise<readonly string[]> {
    const answers: string[] = [];
    while (this.#taken < this.#steps.length) answers.push(await this.next());
    return answers;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.api[Symbol.asyncDispose]();
  }

  #reply({ userText, toolResult }: Conversation): Reply {
    const heard = toolResult === undefined && this.#heard.find(({ words }) => words.test(userText));
    if (heard) return heard.reply;
    if (toolResult !== undefined) this.#answers.push(toolResult);
    else if (!userText.includes(REQUEST)) return says(GREETING);
    this.#isAsked = true;
    const index = this.#answers.length;
    const step = this.#steps[index];
    return step === undefined ? says(THE_END) : { steps: [{ hold: gate(index) }, step] };
  }
}

function gate(index: number): string {
  return `step ${index}`;
}
