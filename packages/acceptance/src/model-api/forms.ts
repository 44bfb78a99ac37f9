import { waitUntil } from '../machine/wait-until.js';

/** A question that is answered by filling in a form: JSON of a schema, in one piece. So asks the coach's own mind. */
export interface FormQuestion {
  /** The fields of the form. */
  readonly fields: readonly string[];
  /** What the model is to be. */
  readonly system: string;
  /** What it is given. */
  readonly message: string;
}

/** What is filled in, or how it is found. */
type Filled = object | ((question: FormQuestion) => object);

/** How a model fills in forms. Each is known by one of its fields, which no other has. */
export class Forms {
  readonly #filled = new Map<string, Filled>();
  readonly #asked: FormQuestion[] = [];

  /** From now on, until it is told otherwise. */
  fill(field: string, filled: Filled): void {
    this.#filled.set(field, filled);
  }

  /** The questions for a form so far, in order. */
  asked(field: string): readonly FormQuestion[] {
    return this.#asked.filter(({ fields }) => fields.includes(field));
  }

  /** Its question of that number, from 1, once it has come. */
  question(field: string, number: number): Promise<FormQuestion> {
    return waitUntil(
      () => this.asked(field)[number - 1],
      () => `the form with ${field} was asked for ${this.asked(field).length} times`,
    );
  }

  /** Undefined where nobody has said how it is filled in. */
  answerTo(question: FormQuestion): object | undefined {
    this.#asked.push(question);
    const known = question.fields.find((field) => this.#filled.has(field));
    const filled = known === undefined ? undefined : this.#filled.get(known);
    return typeof filled === 'function' ? filled(question) : filled;
  }
}
