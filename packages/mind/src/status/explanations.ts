import type { MindPart } from '@agent-factory/protocol/mind';

/** What each part does, and what leaves the machine for it: a sentence for each, in the student's words. */
export const EXPLANATIONS: Readonly<Record<MindPart, string>> = {
  pipeline:
    'Makes a plan of phases with hints from what you and the agent have agreed on. That plan, your level and what is remembered of your work go to the model.',
  wrap_up:
    'Looks back at a finished session for what to practise next. What you did, the plan and the conversation about it go to the model.',
  memory:
    'Remembers what went well and what was hard, and brings it up when it fits. Memories stay where they are kept; those that fit go to the model with a plan.',
  observer:
    'Lets the agent speak up when you seem stuck. Names of the files you worked in lately, the step of the plan and your level go to the model, again and again while you work; your code does not.',
  explain: 'Explains code that you select. The selection, what is around it and your level go to the model.',
  review: 'Reviews your solution of a kata. The kata and your solution go to the model.',
  issues:
    'Ranks open issues of your repository by how well they fit you. Their texts, which gh reads, and your level go to the model.',
  materials:
    'Looks in the web for something to read about what you find hard. The names of those topics and your level go to the model, which searches.',
};

/** What a part does without any model; undefined where it then does nothing. */
export const WITHOUT_MODEL: Readonly<Partial<Record<MindPart, string>>> = {
  wrap_up: 'Without a model, sessions are wrapped up by simple rules, here on this machine.',
};
