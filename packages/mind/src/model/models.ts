import { setTimeout as delay } from 'node:timers/promises';
import { PracticeError } from '@agent-factory/protocol';
import type { ProjectId } from '@agent-factory/protocol/coach';
import type { MindPart } from '@agent-factory/protocol/mind';
import type { MindHost } from '../host.js';
import { costOfTokens, type ModelFacts } from '../settings/models-list.js';
import type { Settings } from '../settings/settings.js';
import { answerIn } from './answer-in.js';
import { Budget } from './budget/budget.js';
import type { Charge } from './budget/charge.js';
import { type Spent, SpentMoney } from './budget/spent.js';
import type { Answer, CallApiOptions, Models } from './call.js';
import { LoggedTry } from './call-log.js';
import { isTransient, shuttingDown, unavailable } from './errors.js';
import type { Failure, Question, Reply } from './question.js';
import { type FoundWay, Ways, type WayTimes } from './ways.js';

/** Spec FR-092. */
const MAX_TOKENS = 4096;
/** Milliseconds before what failed in passing is tried again (spec FR-159). */
const PAUSE_MS = 1000;

export interface ModelsOptions {
  readonly host: MindHost;
  readonly settings: Settings;
  /** Milliseconds since 1970; what it says has to be what the call log's own times say. */
  readonly now?: () => number;
  /** Waits, and rejects when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly times?: WayTimes;
  /** A call for this project, if for one, is over, and may have cost something. Never throws, never waits. */
  readonly onPaid?: (projectId: ProjectId | null) => void;
}

/** Models, and what they cost. */
export interface PaidModels extends Models {
  /** How models are reached for a project now; in words why not, and what to do, where they are not. */
  reached(projectId: ProjectId | null): Promise<'api' | 'cli' | { readonly advice: string }>;
  /** US dollars, what is under way included. */
  spent(sessionId: string | null): Promise<Spent & { readonly observerLastHour: number }>;
}

export function createModels(options: ModelsOptions): PaidModels {
  return new OwnModels(options);
}

class OwnModels implements PaidModels {
  readonly #host: MindHost;
  readonly #settings: Settings;
  readonly #sleep: NonNullable<ModelsOptions['sleep']>;
  readonly #ways: Ways;
  readonly #money: SpentMoney;
  readonly #budget: Budget;
  readonly #onPaid: NonNullable<ModelsOptions['onPaid']>;

  constructor({ host, settings, now = Date.now, sleep = pause, times, onPaid = () => {} }: ModelsOptions) {
    this.#host = host;
    this.#onPaid = onPaid;
    this.#settings = settings;
    this.#sleep = sleep;
    this.#ways = new Ways(host, times);
    this.#money = new SpentMoney(host.store, now);
    this.#budget = new Budget({
      spent: this.#money,
      limits: async () => (await settings.current()).budget,
      logFailure: (error, what) => host.logFailure(error, what),
    });
  }

  async ask<T>(options: CallApiOptions<T>): Promise<Answer<T>> {
    const signal = this.#signalOf(options);
    this.#requireWanted(options);
    const chosen = await this.#settings.current();
    if (!chosen.parts[options.part]) throw turnedOff();
    const found = await this.#ways.find(chosen, options.projectId, options.part);
    const question = await questionOf(options, chosen.models[options.model]);
    const entry = () => new LoggedTry(this.#host, options, question.model.id);
    const charge = this.#budget.open(options.sessionId, entry);
    try {
      return await this.#paid({ options, question, ...found, charge, signal });
    } finally {
      this.#budget.close(charge);
      if (charge.wasHeld) this.#onPaid(options.projectId);
    }
  }

  async askAgain<T>(options: CallApiOptions<T>): Promise<Answer<T>> {
    try {
      return await this.ask(options);
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
    await this.#sleep(PAUSE_MS, this.#signalOf(options)).catch(() => undefined);
    return this.ask(options);
  }

  async whyNot(
    part: MindPart,
    projectId: ProjectId | null,
    sessionId: string | null = null,
  ): Promise<string | undefined> {
    return wordsOf(async () => {
      const chosen = await this.#settings.current();
      if (!chosen.parts[part]) throw turnedOff();
      const { kind } = await this.#ways.find(chosen, projectId, part);
      const reached = await this.#budget.reached(sessionId, { isFree: kind === 'cli' });
      if (reached !== undefined) throw reached;
    });
  }

  async reached(projectId: ProjectId | null): Promise<'api' | 'cli' | { readonly advice: string }> {
    let kind: 'api' | 'cli' | undefined;
    const advice = await wordsOf(async () => {
      kind = (await this.#ways.find(await this.#settings.current(), projectId)).kind;
    });
    return kind ?? { advice: advice ?? '' };
  }

  async spent(sessionId: string | null): Promise<Spent & { readonly observerLastHour: number }> {
    const figures = await this.#budget.figures(sessionId);
    return { ...figures, observerLastHour: await this.#money.observerLastHour() };
  }

  /** Asks, and writes down what came of it, before the charge is closed. */
  async #paid<T>(call: Call<T>): Promise<Answer<T>> {
    const { options, question, kind, charge } = call;
    const startedAt = performance.now();
    try {
      const reply = await this.#send(call);
      const value = answerIn(reply, options.responseSchema, question);
      const latencyMs = Math.max(1, Math.round(performance.now() - startedAt));
      const { inputTokens, outputTokens } = reply.usage;
      // A CLI is paid by the month: its tokens cost nothing more.
      const costEstimate = kind === 'cli' ? 0 : costOfTokens(question.model, reply.usage);
      await charge.succeeded({ inputTokens, outputTokens, costEstimate });
      return { value, model: question.model.id, latencyMs, costUsd: charge.paid };
    } catch (error) {
      await charge.failed();
      throw error;
    }
  }

  async #send<T>(call: Call<T>): Promise<Reply> {
    const { question, way, kind, charge, signal } = call;
    try {
      return await way.send(question, charge, signal);
    } catch (error) {
      const failure = this.#withdrawn(call, error) ?? way.failureOf(error);
      if (failure.mayHaveCost) charge.settleInFull();
      else charge.settle(0);
      if (kind === 'cli' && failure.error instanceof PracticeError && failure.error.facts.reason === 'auth')
        this.#ways.forgetCli();
      throw failure.error;
    }
  }

  /** What a failure means where nobody waits for the answer any more. */
  #withdrawn<T>({ options }: Call<T>, error: unknown): Failure | undefined {
    if (error instanceof PracticeError && error.code !== 'shutting_down') return undefined;
    if (this.#host.closing.aborted) return { error: shuttingDown(), mayHaveCost: true };
    return options.signal?.aborted === true ? { error: withdrawn(), mayHaveCost: true } : undefined;
  }

  #signalOf({ signal }: Pick<CallApiOptions<unknown>, 'signal'>): AbortSignal {
    return signal === undefined ? this.#host.closing : AbortSignal.any([signal, this.#host.closing]);
  }

  #requireWanted({ signal }: Pick<CallApiOptions<unknown>, 'signal'>): void {
    if (this.#host.closing.aborted) throw shuttingDown();
    if (signal?.aborted === true) throw withdrawn();
  }
}

/** One call on its way. */
interface Call<T> extends FoundWay {
  readonly options: CallApiOptions<T>;
  readonly question: Question;
  readonly charge: Charge;
  readonly signal: AbortSignal;
}

async function questionOf<T>(options: CallApiOptions<T>, model: ModelFacts): Promise<Question> {
  const { systemPrompt, userMessage, responseSchema, maxTokens = MAX_TOKENS, tools = [] } = options;
  const { zodOutputFormat } = await import('@anthropic-ai/sdk/helpers/zod');
  const { type, schema } = zodOutputFormat(responseSchema);
  return { model, systemPrompt, userMessage, format: { type, schema }, maxTokens, tools };
}

/** The message of an expected failure; undefined without one. */
async function wordsOf(attempt: () => Promise<void>): Promise<string | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    if (error instanceof PracticeError) return error.message;
    throw error;
  }
}

const turnedOff = () => unavailable('off', 'This is turned off. Turn it on in the settings of the coach.');
const withdrawn = () => unavailable('aborted', 'The question was withdrawn before the answer came. Ask it again.');

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal });
}
