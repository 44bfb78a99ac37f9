import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { listenOnLoopback } from '../../machine/loopback.js';

const ALL_IS_WELL = {
  should_nudge: false,
  confidence: 0.9,
  signal: 'no_nudge',
  reasoning: 'All is well.',
  suggested_context: { current_file: null, expected_file: null, time_in_file: null, phase_description: null },
};
const GAP = {
  topic: 'closures',
  evidence: 'The same lines were edited over and over.',
  severity: 'medium',
  related_concepts: ['scope'],
};
const KATA = {
  title: 'Closures by hand',
  description: 'Write a function that counts its calls.',
  scaffolding_code: 'function counter() {}\n',
  test_cases: ['It counts from one.'],
  constraints: ['No class.'],
  follow_up_constraint: null,
};
const SKILL = {
  skill_area: 'closures',
  stage: 'competent',
  previous_stage: null,
  confidence: 0.6,
  evidence: 'It was finished.',
  recommendation: 'Ask before telling.',
};
/** What is answered to whoever wants this field. */
const ANSWERS: Readonly<Record<string, object>> = {
  should_nudge: ALL_IS_WELL,
  knowledge_gaps: {
    knowledge_gaps: [GAP],
    kata_specs: [KATA],
    session_summary: { phases_completed: 1, total_time_minutes: 1, hints_used: 0, independent_completions: 1 },
  },
  assessments: { assessments: [SKILL] },
  memories: {
    memories: [{ content: 'The learner counts calls by a closure.', tags: ['closures'], importance: 'low' }],
  },
};

/** The Messages API on loopback, which takes its time for each answer. */
export class SlowModel implements AsyncDisposable {
  readonly url: string;
  /** How often it was asked. */
  asked = 0;
  answered = 0;
  /** Milliseconds from the last byte of each question to the last byte of its answer, all together. */
  tookMs = 0;
  readonly #server: Server;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async start({ answerMs }: { answerMs: number }): Promise<SlowModel> {
    const server = createServer();
    const model = new SlowModel(server, await listenOnLoopback(server));
    server.on('request', async (request, response) => {
      const question = await text(request);
      const askedAt = performance.now();
      model.asked += 1;
      await pause(answerMs);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(messageOf(question)), () => {
        model.tookMs += performance.now() - askedAt;
        model.answered += 1;
      });
    });
    return model;
  }

  /** For a daemon that is to ask this model. */
  get env(): Readonly<Record<string, string>> {
    return { ANTHROPIC_API_KEY: 'bench-key', ANTHROPIC_BASE_URL: this.url };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function messageOf(question: string): object {
  const { model, output_config: form } = JSON.parse(question) as {
    model: string;
    output_config?: { format: { schema: { properties: object } } };
  };
  const field = Object.keys(form?.format.schema.properties ?? {}).find((name) => name in ANSWERS);
  const text = JSON.stringify(ANSWERS[field ?? ''] ?? {});
  return {
    id: 'msg_bench',
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1000, output_tokens: 200 },
  };
}
