import { join } from 'node:path';
import { afterTool, type Conversation, says, type Turn } from '../../src/index.js';

/** What the scripted tutor says first, as the student reads it. */
export const GREETING = 'Welcome to your first practice';

/** The gate at which the long answer waits. */
export const HALF_WAY = 'half way';

/** Text in bold, lists, code, wide characters and an emoji: what a real answer may hold. */
const LONG_ANSWER = [
  'An agent is **a loop** around a model:\n\n1. it *listens*,\n2. it thinks,\n3. it answers.\n\n',
  '> 学習は会話です。 한국어도 됩니다. 🎉\n\n',
];

const REST_OF_ANSWER = '```python\nwhile True:\n    print(agent.respond(input()))\n```\n\nThat was the `whole` idea.';

/** The line of the starter file that the tutor offers to change, before and after. */
const NAME_BEFORE = 'NAME = "Pip"';
export const NAME_AFTER = 'NAME = "Nova"';

/** What a tutor who works in this folder answers to a few phrases. */
export function tutorTurns(workspace: string): Turn[] {
  const file_path = join(workspace, 'agent.py');
  const isAbout = (text: string) => (conversation: Conversation) => conversation.toolResult?.includes(text) === true;
  return [
    { when: 'I am ready to practise', reply: says(`${GREETING}! `, 'What should your agent be called?') },
    {
      when: 'explain the loop',
      reply: { steps: [...LONG_ANSWER.map((text) => ({ text })), { hold: HALF_WAY }, { text: REST_OF_ANSWER }] },
    },
    {
      when: 'call it Nova',
      reply: { steps: [{ text: 'Let me look at it first.' }, { tool: 'Read', input: { file_path } }] },
    },
    {
      when: isAbout(NAME_BEFORE),
      reply: {
        steps: [
          { text: 'Shall I change the name?' },
          { tool: 'Edit', input: { file_path, old_string: NAME_BEFORE, new_string: NAME_AFTER } },
        ],
      },
    },
    {
      when: 'run it',
      reply: {
        steps: [{ run: 'touch log && tail -f log', why: 'Follow the log' }],
      },
    },
    {
      when: 'take a note',
      reply: { steps: [{ text: 'May I?' }, { run: 'touch note && echo noted', why: 'Take a note' }] },
    },
    { when: isAbout('noted'), reply: says('I wrote that down. 書きました ✍️') },
    { when: afterTool(/./), reply: says('Now it is called Nova. Your turn!') },
    { when: 'go wrong', reply: { error: { status: 400, type: 'invalid_request_error', message: 'scripted failure' } } },
    { when: 'still there', reply: says('I am still here.') },
  ];
}
