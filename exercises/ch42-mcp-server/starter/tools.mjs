// A notebook, and the tools that it offers. Finished: you need
// not change this file.
import { setTimeout as pause } from 'node:timers/promises';

const notes = new Map();

function addNote({ title, text = '', stars = 0 }) {
  const id = notes.size + 1;
  notes.set(id, { id, title, text, stars });
  return `Note ${id} is kept.`;
}

function findNotes({ word }) {
  const wanted = word.toLowerCase();
  return [...notes.values()].filter(({ title, text }) =>
    `${title} ${text}`.toLowerCase().includes(wanted),
  );
}

function removeNote({ id }) {
  if (!notes.delete(id)) {
    throw new Error(`there is no note ${id}; find_notes shows the ids`);
  }
}

async function waitFor({ seconds }) {
  await pause(seconds * 1000);
  return `${seconds} seconds are over.`;
}

const object = (properties, required) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/**
 * Whoever reads the descriptions is a model: they say when to use a tool,
 * and what comes back.
 */
export const TOOLS = [
  {
    name: 'add_note',
    description:
      'Keeps a note in the notebook. Returns a sentence with its id.',
    inputSchema: object(
      {
        title: { type: 'string' },
        text: { type: 'string' },
        stars: { type: 'integer' },
      },
      ['title'],
    ),
    run: addNote,
  },
  {
    name: 'find_notes',
    description:
      'Finds the notes that have a word in their title or text. ' +
      'Returns them as a list, which may be empty.',
    inputSchema: object({ word: { type: 'string' } }, ['word']),
    run: findNotes,
  },
  {
    name: 'remove_note',
    description:
      'Removes a note for good. Its id is in what find_notes returns.',
    inputSchema: object({ id: { type: 'integer' } }, ['id']),
    run: removeNote,
  },
  {
    name: 'wait',
    description: 'Waits. Useful to see what a server does in the meantime.',
    inputSchema: object({ seconds: { type: 'number' } }, ['seconds']),
    run: waitFor,
  },
];
